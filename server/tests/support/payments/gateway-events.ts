import { randomBytes } from 'node:crypto'
import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import { hmac } from '../../../src/platform/crypto/signing.ts'

export const gatewayId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex').slice(0, 14)}`
export const newPaymentId = () => gatewayId('pay')

export interface TestOrder {
  orderId: string
  gatewayOrderId: string
  amountMinorUnit: number
  currency: string
}

/** A captured payment in the gateway's format. */
export const paymentEntity = (order: Pick<TestOrder, 'gatewayOrderId' | 'amountMinorUnit' | 'currency'>) => ({
  id: newPaymentId(),
  entity: 'payment',
  amount: order.amountMinorUnit,
  currency: order.currency,
  base_amount: order.amountMinorUnit,
  status: 'captured',
  order_id: order.gatewayOrderId as string | null,
  invoice_id: null as string | null,
  international: false,
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  captured: true as unknown,
  email: 'payer@example.com',
  contact: '+919820012345',
  notes: [] as unknown,
  created_at: 1_790_000_000,
})

let events = 0
/** `created_at` makes each event unique, as with the real gateway. */
export const eventOf = (event: string, payload: Record<string, unknown>) => ({
  entity: 'event',
  account_id: 'acc_BFQ7uQEaa7j2z7',
  event,
  contains: Object.keys(payload),
  payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
  created_at: 1_790_000_000 + ++events,
})

export const captured = (payment: object) => eventOf('payment.captured', { payment })
export const orderPaid = (payment: { order_id: string | null; amount: number; currency: string }) =>
  eventOf('order.paid', {
    payment,
    order: { id: payment.order_id, amount: payment.amount, currency: payment.currency, status: 'paid', notes: [] },
  })

export const signatureOf = (body: string | Buffer, secret: string = SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET) =>
  hmac(secret, Buffer.from(body)).toString('hex')

export const webhookHeaders = (body: string, eventId = gatewayId('evt')) => ({
  'content-type': 'application/json',
  'x-razorpay-event-id': eventId,
  'x-razorpay-signature': signatureOf(body),
})
