import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SandboxState } from '../sandbox-state.ts'
import { GatewayError } from './gateway-error.ts'
import { createOrder, findOrder, OrderBody } from './orders.ts'
import { createPlan, PlanBody } from './plans.ts'
import { readBody } from './read-body.ts'
import { findPayment, RefundBody, refundPayment } from './refunds.ts'
import {
  CancelBody,
  cancelSubscription,
  createSubscription,
  findSubscription,
  SubscriptionBody,
} from './subscriptions.ts'

/** The gateway endpoints that the product calls. */
export function gatewayRoutes(app: FastifyInstance, state: SandboxState) {
  const { gateway } = state

  app.post('/orders', async (request) => createOrder(gateway, readBody(OrderBody, request)))
  app.get('/orders', async (request) =>
    page([...gateway.orders.values()].map(({ order }) => order).filter(hasReceipt(request)), request),
  )
  app.get('/orders/:id', async (request) => findOrder(gateway, idOf(request)).order)
  app.get('/orders/:id/payments', async (request) => collection(findOrder(gateway, idOf(request)).payments))

  app.get('/payments/:id', async (request) => findPayment(gateway, idOf(request)))
  app.post('/payments/:id/refund', async (request) => {
    const key = request.headers['x-refund-idempotency']
    return refundPayment(gateway, idOf(request), readBody(RefundBody, request), key === undefined ? key : String(key))
  })
  app.get('/payments/:id/refunds', async (request) => {
    const { id } = findPayment(gateway, idOf(request))
    return collection([...gateway.refunds.values()].filter((refund) => refund.payment_id === id))
  })
  app.get('/refunds/:id', async (request) => known(gateway.refunds.get(idOf(request))))

  app.post('/plans', async (request) => createPlan(gateway, readBody(PlanBody, request)))
  app.get('/plans/:id', async (request) => known(gateway.plans.get(idOf(request))))

  app.post('/subscriptions', async (request) => createSubscription(state, readBody(SubscriptionBody, request)))
  app.get('/subscriptions/:id', async (request) => findSubscription(gateway, idOf(request)).subscription)
  app.post('/subscriptions/:id/cancel', async (request) =>
    cancelSubscription(gateway, idOf(request), readBody(CancelBody, request).cancel_at_cycle_end),
  )
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

function known<T>(row: T | undefined): T {
  if (row === undefined) throw new GatewayError('The id provided does not exist')
  return row
}

const collection = (items: readonly object[]) => ({ entity: 'collection', count: items.length, items })

const COUNT = z.coerce.number().int().min(1).max(100).default(10)
const SKIP = z.coerce.number().int().min(0).default(0)
const Page = z.object({ count: COUNT, skip: SKIP, receipt: z.string().optional() })

const hasReceipt = (request: FastifyRequest) => {
  const { receipt } = request.query as { receipt?: unknown }
  return (order: { receipt: string | null }) => receipt === undefined || order.receipt === receipt
}

/** Newest first, like the real gateway. */
function page(items: readonly object[], request: FastifyRequest) {
  const query = Page.safeParse(request.query)
  if (!query.success) throw new GatewayError('The count must be between 1 and 100.', { field: 'count' })
  const { skip, count } = query.data
  return collection(items.toReversed().slice(skip, skip + count))
}
