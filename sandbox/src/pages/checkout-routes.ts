import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { GatewayError } from '../gateway/gateway-error.ts'
import { failOrder, payOrder } from '../gateway/orders.ts'
import { isLoopback } from '../http/local-only.ts'
import { check } from '../http/read.ts'
import type { SandboxState } from '../sandbox-state.ts'
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

export function checkoutRoutes(app: FastifyInstance, state: SandboxState) {
  const { gateway } = state
  app.get('/checkout', (_request, reply) => sendPage(reply, paymentsPage(state)))
  app.get('/checkout/:id', (request, reply) => {
    const record = gateway.orders.get(idOf(request))
    if (!record) return sendNotFound(state, reply, 'order')
    return sendPage(reply, checkoutPage(state, record, returnUrlOf(state, request.query)))
  })
  app.post('/checkout/:id', (request, reply) => {
    const id = idOf(request)
    if (!gateway.orders.has(id)) return sendNotFound(state, reply, 'order')
    const { outcome, method } = check(Form, request.body ?? {}, 'form')
    settle(() => (outcome === 'pay' ? payOrder(state, id, { method }) : failOrder(state, id, { method })))
    const returnUrl = returnUrlOf(state, request.body)
    return reply.redirect(
      `/checkout/${id}${returnUrl ? `?${new URLSearchParams({ return_url: returnUrl })}` : ''}`,
      303,
    )
  })
  app.get('/mandate/:id', (request, reply) => {
    const record = gateway.subscriptions.get(idOf(request))
    return record ? sendPage(reply, mandatePage(state, record)) : sendNotFound(state, reply, 'mandate')
  })
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** Ignores gateway errors of forms sent twice or from a stale page: the next page shows the current state. */
function settle(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
}

/** Only URLs of the product are accepted. It may use another port of this machine than for its webhooks. */
function returnUrlOf({ product }: SandboxState, given: unknown): string | undefined {
  const { return_url: text } = (given ?? {}) as { return_url?: unknown }
  if (typeof text !== 'string' || text.length > 2_000 || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = /^https?:$/.test(url.protocol) && !url.username && !url.password
  const own = product.url()
  const isOurs = isLoopback(url.hostname) || (own !== undefined && new URL(own).origin === url.origin)
  return isWeb && isOurs ? url.href : undefined
}

function sendNotFound(state: SandboxState, reply: FastifyReply, what: string) {
  const page = html`<div class="empty"><h1>This ${what} does not exist</h1>
<p>All data is lost when the sandbox stops. <a href="/checkout">View payments</a></p></div>`
  return sendPage(reply, layout(state, 'checkout', 'Not found', page), 404)
}
