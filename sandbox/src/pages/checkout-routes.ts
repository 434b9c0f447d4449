import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { GatewayFault } from '../gateway/gateway-error.ts'
import { failOrder, payOrder } from '../gateway/orders.ts'
import { isLoopback } from '../http/local-only.ts'
import { check } from '../http/read.ts'
import type { World } from '../world.ts'
import { checkoutPage } from './checkout.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { mandatePage, paymentsPage } from './payments.ts'
import { sendPage } from './send.ts'

const Form = z.strictObject({
  outcome: z.enum(['pay', 'fail'], 'must be pay or fail'),
  method: z.enum(['upi', 'card', 'netbanking'], 'must be upi, card or netbanking').optional(),
  return_url: z.string().optional(),
})

export function checkoutRoutes(app: FastifyInstance, world: World) {
  const { gateway } = world
  app.get('/checkout', (_request, reply) => sendPage(reply, paymentsPage(world)))
  app.get('/checkout/:id', (request, reply) => {
    const record = gateway.orders.get(idOf(request))
    if (!record) return sendGone(world, reply, 'order')
    return sendPage(reply, checkoutPage(world, record, returnUrlOf(world, request.query)))
  })
  app.post('/checkout/:id', (request, reply) => {
    const id = idOf(request)
    if (!gateway.orders.has(id)) return sendGone(world, reply, 'order')
    const { outcome, method } = check(Form, request.body ?? {}, 'form')
    settle(() => (outcome === 'pay' ? payOrder(world, id, { method }) : failOrder(world, id, { method })))
    const returnUrl = returnUrlOf(world, request.body)
    return reply.redirect(
      `/checkout/${id}${returnUrl ? `?${new URLSearchParams({ return_url: returnUrl })}` : ''}`,
      303,
    )
  })
  app.get('/mandate/:id', (request, reply) => {
    const record = gateway.subscriptions.get(idOf(request))
    return record ? sendPage(reply, mandatePage(world, record)) : sendGone(world, reply, 'mandate')
  })
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** A form that is sent twice, or from an old page: the page that follows shows what is true. */
function settle(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
  }
}

/** Only back to the product, which may answer on another port of this machine than its webhooks. */
function returnUrlOf({ product }: World, given: unknown): string | undefined {
  const { return_url: text } = (given ?? {}) as { return_url?: unknown }
  if (typeof text !== 'string' || text.length > 2_000 || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = /^https?:$/.test(url.protocol) && !url.username && !url.password
  const own = product.url()
  const isOurs = isLoopback(url.hostname) || (own !== undefined && new URL(own).origin === url.origin)
  return isWeb && isOurs ? url.href : undefined
}

function sendGone(world: World, reply: FastifyReply, what: string) {
  const page = html`<div class="empty"><h1>There is no such ${what}</h1>
<p>The sandbox forgets everything when it stops. <a href="/checkout">See what it knows</a></p></div>`
  return sendPage(reply, layout(world, 'checkout', 'Not found', page), 404)
}
