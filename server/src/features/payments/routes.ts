import { z } from 'zod'
import { statusAt } from '../../domain/billing/payment-order.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { listInvoiceIdsOfPayment } from '../invoices/find.ts'
import { checkoutUrl } from '../orders/create.ts'
import { type Order, readOrder } from '../orders/find.ts'
import { OrderParams, OrderView } from '../orders/schema.ts'
import { confirmOrder } from './confirm.ts'

const ConfirmBody = z.strictObject({
  gatewayPaymentId: z.string().min(1).max(100).meta({ example: 'pay_DESlfW9H8K9uqM' }),
  signature: z.string().min(1).max(200).meta({ description: '`razorpay_signature` returned by the checkout' }),
})

export function paymentRoutes(app: App, deps: Deps) {
  const schema = { tags: ['billing'], params: OrderParams, response: { 200: OrderView } }
  const present = async (order: Order) => {
    const status = statusAt(order, deps.clock.now())
    return {
      status,
      invoiceIds: order.gatewayPaymentId
        ? await listInvoiceIdsOfPayment(deps.db, order.vendorId, order.gatewayPaymentId)
        : [],
      type: order.type,
      amountMinorUnit: toJsonInteger(order.amountMinorUnit),
      currency: order.currency,
      checkoutUrl: status === 'CREATED' || status === 'FAILED' ? checkoutUrl(deps, order) : null,
    }
  }

  app.get(
    '/billing/orders/:orderId',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        ...schema,
        summary: 'Get an order',
        description: 'FAILED and EXPIRED orders can still become PAID if a payment is captured late.',
      },
    },
    async ({ vendor, params }) => present(await readOrder(deps.db, vendor.vendorId, params.orderId)),
  )
  app.post(
    '/billing/orders/:orderId/confirm',
    {
      config: { access: VENDOR_ADMIN, idempotency: 'honoured' },
      schema: {
        ...schema,
        summary: 'Confirm a successful checkout',
        description:
          'Checks the checkout signature and queries the gateway immediately. Optional: without it the order is settled ' +
          'when the gateway sends its webhook. Either way the payment is credited once.',
        body: ConfirmBody,
      },
    },
    async ({ vendor, params, body }) => present(await confirmOrder(deps, vendor, params.orderId, body)),
  )
}
