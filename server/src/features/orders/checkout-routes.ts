import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { checkoutPage, checkoutSecurity, paidPage, unavailablePage } from './checkout-page.ts'
import { checkoutScript } from './checkout-script.ts'
import { checkoutStyle } from './checkout-style.ts'
import { checkoutUrl, isSandboxGateway } from './create.ts'
import { findOrderToPay } from './find.ts'

/** Any string is accepted, so that a mistyped address is answered with a page. */
const Params = z.object({ orderId: z.string() })

/** The page where an order is paid. It shows the amount and nothing about the vendor. */
export function checkoutRoutes(app: App, deps: Deps) {
  const config = { access: PUBLIC } as const
  const schema = { hide: true } as const

  app.get('/checkout/:orderId', { config, schema: { ...schema, params: Params } }, async (request, reply) => {
    const order = await findOrderToPay(deps.db, request.params.orderId, deps.clock.now())
    reply.header('cache-control', 'no-store')
    const mayPay = order && order.status !== 'PAID'
    if (mayPay && isSandboxGateway(deps.config)) return reply.redirect(checkoutUrl(deps, order))
    return reply
      .code(order ? 200 : 404)
      .header('content-security-policy', checkoutSecurity(deps.gatewayCheckout))
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .type('text/html; charset=utf-8')
      .send(
        mayPay
          ? checkoutPage(order, deps.config.GATEWAY_KEY_ID, deps.gatewayCheckout)
          : order
            ? paidPage(order)
            : unavailablePage(),
      )
  })
  const script = checkoutScript(deps.gatewayCheckout)
  app.get('/checkout/page.js', { config, schema }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
  app.get('/checkout/page.css', { config, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(checkoutStyle),
  )
}
