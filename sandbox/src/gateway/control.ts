import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { check, rawBody, readJson, readQuery } from '../http/read.ts'
import { GATEWAY_RECORDS_MAX } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { chargeSubscription, failCharge, haltSubscription } from './charges.ts'
import type { Gateway } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { failOrder, payOrder } from './orders.ts'
import { settleRefund } from './refunds.ts'
import { ScriptChange } from './script.ts'

const Id = z.object({ id: z.string() })
const method = z.enum(['upi', 'card', 'netbanking'], 'must be upi, card or netbanking').optional()
const Pay = z.strictObject({
  method,
  paymentId: z.string('must be the id of a failed payment').optional(),
  webhooks: z.boolean('must be true or false').optional(),
})
const Fail = z.strictObject({ method })
const EmptyBody = z.strictObject({})

const LIMIT = `must be a whole number from 1 to ${GATEWAY_RECORDS_MAX}`
const LogQuery = z.strictObject({
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,6}$/, LIMIT)
    .transform(Number)
    .pipe(z.int().min(1, LIMIT).max(GATEWAY_RECORDS_MAX, LIMIT))
    .default(1_000),
})

/** Simulates customers and banks, and exposes the gateway's records for tests to check. */
export function gatewayControl(app: FastifyInstance, state: SandboxState) {
  const { gateway } = state

  app.get(
    '/control/gateway',
    {
      config: {
        does: 'Get the script, orders, payments, refunds, subscriptions and webhooks, oldest first; ?limit= per type',
      },
    },
    async (request) => gatewayLog(gateway, readQuery(LogQuery, request).limit),
  )
  app.put(
    '/control/gateway',
    { config: { does: 'Inject gateway faults; fields left out are unchanged', example: '{"duplicateWebhooks": 2}' } },
    async (request) => {
      gateway.script = { ...gateway.script, ...readJson(ScriptChange, request) }
      return gateway.script
    },
  )

  const act = <S extends z.ZodType>(
    path: string,
    does: string,
    body: S,
    run: (id: string, body: z.output<S>) => object,
  ) =>
    app.post(`/control/gateway/${path}`, { config: { does } }, async (request) =>
      withControlErrors(() => run(Id.parse(request.params).id, readOptional(body, request))),
    )

  act(
    'orders/:id/pay',
    'Pay an order; {"paymentId"} captures a failed payment, even if the order is already paid; {"webhooks": false} tells nobody',
    Pay,
    (id, how) => payOrder(state, id, how),
  )
  act('orders/:id/fail', 'Decline a payment of an order', Fail, (id, how) => failOrder(state, id, how))
  act('subscriptions/:id/charge', 'Charge the next billing cycle', EmptyBody, (id) => chargeSubscription(state, id))
  act('subscriptions/:id/pending', 'Fail a charge, which is retried', EmptyBody, (id) => failCharge(state, id))
  act('subscriptions/:id/halt', 'Fail the last charge attempt', EmptyBody, (id) => haltSubscription(state, id))
  act('refunds/:id/process', 'Complete a pending refund', EmptyBody, (id) => settleRefund(gateway, id, 'processed'))
  act('refunds/:id/fail', 'Fail a pending refund', EmptyBody, (id) => settleRefund(gateway, id, 'failed'))
  act('webhooks/:id/redeliver', 'Redeliver a webhook by its event id', EmptyBody, (id) => {
    const delivery = gateway.webhooks.redeliver(id)
    if (!delivery) throw new GatewayError('The id provided does not exist')
    return delivery
  })
}

function gatewayLog({ script, orders, payments, refunds, plans, subscriptions, webhooks }: Gateway, limit: number) {
  const rows = <T>(map: Map<string, T>) => [...map.values()].slice(-limit)
  return {
    script,
    orders: rows(orders).map(({ order }) => order),
    payments: rows(payments),
    refunds: rows(refunds),
    plans: rows(plans),
    subscriptions: rows(subscriptions).map(({ subscription }) => subscription),
    webhooks: webhooks.latest(limit).map(({ body, ...delivery }) => ({ ...delivery, body: JSON.parse(body) })),
  }
}

/** Routes without parameters accept a missing or empty body as well as `{}`. */
const readOptional = <S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> =>
  rawBody(request).length === 0 ? check(schema, {}, 'body') : readJson(schema, request)

function withControlErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.message === 'The id provided does not exist') throw new Problem(404, 'NOT_FOUND', `${error.message}.`)
    throw new Problem(400, 'GATEWAY_REFUSED', error.message)
  }
}
