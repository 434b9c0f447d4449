import { statusAt } from '../../domain/payment-order.ts'
import type { Deps } from '../../platform/deps.ts'
import { VENDOR_ADMIN } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { readOrder } from './find.ts'
import { orderRecharge } from './recharge.ts'
import { NewOrderView, OrderParams, OrderView, RechargeBody } from './schema.ts'

export function orderRoutes(app: App, deps: Deps) {
  for (const path of ['/wallet/recharge/init', '/billing/wallet/create-order'])
    app.post(
      path,
      {
        config: { access: VENDOR_ADMIN, idempotency: 'honoured' },
        schema: {
          tags: ['wallet'],
          summary: 'Order a recharge of the wallet',
          description:
            'Send the payer to `checkoutUrl`, or open the checkout of the gateway with `keyId` and `gatewayOrderId`. ' +
            'The wallet is credited once the gateway has captured the payment. The first order fixes the currency.',
          body: RechargeBody,
          response: { 201: NewOrderView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await orderRecharge(deps, request.vendor, request.body, request.once)),
    )
  app.get(
    '/billing/orders/:orderId',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags: ['billing'],
        summary: 'What became of an order',
        description: 'FAILED and EXPIRED can still become PAID, when a payment is captured late.',
        params: OrderParams,
        response: { 200: OrderView },
      },
    },
    async ({ vendor, params }) => {
      const order = await readOrder(deps.db, vendor.vendorId, params.orderId)
      return { status: statusAt(order, deps.clock.now()), invoiceIds: [] }
    },
  )
}
