import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { orderRecharge } from './recharge.ts'
import { NewOrderView, RechargeBody } from './schema.ts'

export function orderRoutes(app: App, deps: Deps) {
  for (const path of ['/wallet/recharge/init', '/billing/wallet/create-order'])
    app.post(
      path,
      {
        config: { access: VENDOR_ADMIN, idempotency: 'honoured' },
        schema: {
          tags: ['billing'],
          summary: 'Create a wallet recharge order',
          description:
            'Send the payer to `checkoutUrl`, or open the gateway checkout with `keyId` and `gatewayOrderId`. ' +
            'The wallet is credited once the gateway has captured the payment. The first order fixes the wallet currency.',
          body: RechargeBody,
          response: { 201: NewOrderView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await orderRecharge(deps, request.vendor, request.body, request.idempotency)),
    )
}
