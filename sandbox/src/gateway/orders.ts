import { z } from 'zod'
import { sign } from '../http/signature.ts'
import type { World } from '../world.ts'
import type { Order } from './entities.ts'
import { type Gateway, keep, type OrderRecord } from './gateway.ts'
import { GatewayFault } from './gateway-error.ts'
import { newId } from './ids.ts'
import { beginPayment, capture, decline, type Method } from './payments.ts'
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
  keep(gateway.orders, order.id, { order, payments: [] })
  return order
}

export function findOrder(gateway: Gateway, id: string): OrderRecord {
  const record = gateway.orders.get(id)
  if (!record) throw new GatewayFault('The id provided does not exist')
  return record
}

export interface Paying {
  method?: Method | undefined
  /** A payment of this order that failed and now comes through after all, also when another has paid it meanwhile. */
  paymentId?: string | undefined
}

/** The customer pays. What the checkout then hands the browser is the answer. */
export function payOrder({ gateway, config }: World, id: string, { method = 'upi', paymentId }: Paying = {}) {
  const { order, payments } = findOrder(gateway, id)
  const wasPaid = order.status === 'paid'
  if (wasPaid && paymentId === undefined) throw new GatewayFault('Order has already been paid.')
  const failed = payments.find((payment) => payment.id === paymentId)
  if (paymentId !== undefined && failed?.status !== 'failed')
    throw new GatewayFault('The payment is not a failed one of this order.')
  if (!failed) order.attempts++
  const payment = failed ?? beginPayment(gateway, { order, method })
  const authorized = { ...payment, status: 'authorized', captured: false }
  capture(payment, order)
  gateway.webhooks.send([
    { event: 'payment.authorized', entities: { payment: authorized } },
    { event: 'payment.captured', entities: { payment } },
    ...(wasPaid ? [] : [{ event: 'order.paid', entities: { payment, order } }]),
  ])
  return { paymentId: payment.id, orderId: id, signature: sign(config.gateway.keySecret, `${id}|${payment.id}`) }
}

/** The bank declines. The order stays open, and even this payment may still come through. */
export function failOrder({ gateway }: World, id: string, { method = 'upi' }: Pick<Paying, 'method'> = {}) {
  const { order } = findOrder(gateway, id)
  if (order.status === 'paid') throw new GatewayFault('Order has already been paid.')
  order.attempts++
  const payment = beginPayment(gateway, { order, method })
  decline(payment, order)
  gateway.webhooks.send([{ event: 'payment.failed', entities: { payment } }])
  return { paymentId: payment.id, orderId: id }
}
