import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { check, rawBody, readJson, readQuery } from '../http/read.ts'
import { GATEWAY_ROWS_MAX } from '../limits.ts'
import type { World } from '../world.ts'
import { chargeSubscription, haltSubscription, leavePending } from './charges.ts'
import type { Gateway } from './gateway.ts'
import { GatewayFault } from './gateway-error.ts'
import { failOrder, payOrder } from './orders.ts'
import { settleRefund } from './refunds.ts'
import { ScriptChange } from './script.ts'

const Id = z.object({ id: z.string() })
const method = z.enum(['upi', 'card', 'netbanking'], 'must be upi, card or netbanking').optional()
const Pay = z.strictObject({ method, paymentId: z.string('must be the id of a failed payment').optional() })
const Fail = z.strictObject({ method })
const Nothing = z.strictObject({})

const LIMIT = `must be a whole number from 1 to ${GATEWAY_ROWS_MAX}`
const LogQuery = z.strictObject({
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,6}$/, LIMIT)
    .transform(Number)
    .pipe(z.int().min(1, LIMIT).max(GATEWAY_ROWS_MAX, LIMIT))
    .default(1_000),
})

/** What customers and banks do, and the truth by which tests judge what the product made of it. */
export function gatewayControl(app: FastifyInstance, world: World) {
  const { gateway } = world

  app.get(
    '/control/gateway',
    {
      config: { does: 'Script, orders, payments, refunds, subscriptions and webhooks, oldest first; ?limit= of each' },
    },
    async (request) => truth(gateway, readQuery(LogQuery, request).limit),
  )
  app.put(
    '/control/gateway',
    { config: { does: 'Script its faults; what is not named stays', example: '{"duplicateWebhooks": 2}' } },
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
      inOurWords(() => run(Id.parse(request.params).id, readOptional(body, request))),
    )

  act(
    'orders/:id/pay',
    'The customer pays an order; {"paymentId"} lets a failed payment come through, also as a second one',
    Pay,
    (id, how) => payOrder(world, id, how),
  )
  act('orders/:id/fail', 'The bank declines a payment of an order', Fail, (id, how) => failOrder(world, id, how))
  act('subscriptions/:id/charge', 'The next cycle is charged', Nothing, (id) => chargeSubscription(world, id))
  act('subscriptions/:id/pending', 'A charge fails; it is tried again', Nothing, (id) => leavePending(world, id))
  act('subscriptions/:id/halt', 'The last try failed', Nothing, (id) => haltSubscription(world, id))
  act('refunds/:id/process', 'A pending refund arrives', Nothing, (id) => settleRefund(gateway, id, 'processed'))
  act('refunds/:id/fail', 'A pending refund fails', Nothing, (id) => settleRefund(gateway, id, 'failed'))
  act('webhooks/:id/redeliver', 'Send an event once more, by its event id', Nothing, (id) => {
    const delivery = gateway.webhooks.redeliver(id)
    if (!delivery) throw new GatewayFault('The id provided does not exist')
    return delivery
  })
}

function truth({ script, orders, payments, refunds, plans, subscriptions, webhooks }: Gateway, limit: number) {
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

/** No body, an empty one or `{}` are all the same to a route that needs none. */
const readOptional = <S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> =>
  rawBody(request).length === 0 ? check(schema, {}, 'body') : readJson(schema, request)

function inOurWords<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    if (error.message === 'The id provided does not exist') throw new Problem(404, 'NOT_FOUND', `${error.message}.`)
    throw new Problem(400, 'GATEWAY_REFUSED', error.message)
  }
}
