import { z } from 'zod'
import { sign } from '../http/signature.ts'
import type { SandboxState } from '../sandbox-state.ts'
import type { Order } from './entities.ts'
import { addBounded, type Gateway, type OrderRecord } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { newId } from './ids.ts'
import { capture, createPayment, decline, type Method } from './payments.ts'
import { Amount, assertChargeable, Currency, NotesField, Receipt } from './read-body.ts'

export const OrderBody = z.strictObject({
  amount: Amount,
  currency: Currency,
  receipt: Receipt,
  notes: NotesField,
  partial_payment: z.literal(false, 'Partial payments are not enabled for this account').optional(),
})

export function createOrder(gateway: Gateway, { amount, currency, receipt, notes }: z.output<typeof OrderBody>): Order {
  assertChargeable(amount, currency)
  const order: Order = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: gateway.now(),
  }
  addBounded(gateway.orders, order.id, { order, payments: [] })
  return order
}

export function findOrder(gateway: Gateway, id: string): OrderRecord {
  const record = gateway.orders.get(id)
  if (!record) throw new GatewayError('The id provided does not exist')
  return record
}

interface PayOptions {
  method?: Method | undefined
  /** A failed payment of this order to capture after all, even if the order has been paid by another payment. */
  paymentId?: string | undefined
  /** False: the product hears nothing of it. */
  webhooks?: boolean | undefined
}

/** Pays an order and returns what the checkout passes to the browser. */
export function payOrder(
  { gateway, config }: SandboxState,
  id: string,
  { method = 'upi', paymentId, webhooks = true }: PayOptions = {},
) {
  const { order, payments } = findOrder(gateway, id)
  const wasPaid = order.status === 'paid'
  if (wasPaid && paymentId === undefined) throw new GatewayError('Order has already been paid.')
  const failed = payments.find((payment) => payment.id === paymentId)
  if (paymentId !== undefined && failed?.status !== 'failed')
    throw new GatewayError('The payment is not a failed payment of this order.')
  if (!failed) order.attempts++
  const payment = failed ?? createPayment(gateway, { order, method })
  const authorized = { ...payment, status: 'authorized', captured: false }
  capture(payment, order)
  if (webhooks)
    gateway.webhooks.send([
      { event: 'payment.authorized', entities: { payment: authorized } },
      { event: 'payment.captured', entities: { payment } },
      ...(wasPaid ? [] : [{ event: 'order.paid', entities: { payment, order } }]),
    ])
  return { paymentId: payment.id, orderId: id, signature: sign(config.gateway.keySecret, `${id}|${payment.id}`) }
}

/** Declines a payment. The order stays open, and the payment can still be captured later. */
export function failOrder({ gateway }: SandboxState, id: string, { method = 'upi' }: Pick<PayOptions, 'method'> = {}) {
  const { order } = findOrder(gateway, id)
  if (order.status === 'paid') throw new GatewayError('Order has already been paid.')
  order.attempts++
  const payment = createPayment(gateway, { order, method })
  decline(payment, order)
  gateway.webhooks.send([{ event: 'payment.failed', entities: { payment } }])
  return { paymentId: payment.id, orderId: id }
}
