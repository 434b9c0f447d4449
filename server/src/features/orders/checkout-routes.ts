import type { Deps } from '../../platform/deps.ts'
import { PUBLIC } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { CHECKOUT_SECURITY, checkoutPage, checkoutScript, checkoutStyle, paidPage } from './checkout-page.ts'
import { checkoutUrl, isSandboxGateway } from './create.ts'
import { readOrderToPay } from './find.ts'
import { OrderParams } from './schema.ts'

/** The page where an order is paid. It shows the amount and nothing about whose order it is. */
export function checkoutRoutes(app: App, deps: Deps) {
  const config = { access: PUBLIC } as const
  const schema = { hide: true } as const

  app.get('/checkout/:orderId', { config, schema: { ...schema, params: OrderParams } }, async (request, reply) => {
    const order = await readOrderToPay(deps.db, request.params.orderId, deps.clock.now())
    reply.header('cache-control', 'no-store')
    if (order.status !== 'PAID' && isSandboxGateway(deps.config)) return reply.redirect(checkoutUrl(deps, order))
    return reply
      .header('content-security-policy', CHECKOUT_SECURITY)
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .type('text/html; charset=utf-8')
      .send(order.status === 'PAID' ? paidPage() : checkoutPage(order, deps.config.GATEWAY_KEY_ID))
  })
  app.get('/checkout/page.js', { config, schema }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(checkoutScript),
  )
  app.get('/checkout/page.css', { config, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(checkoutStyle),
  )
}
