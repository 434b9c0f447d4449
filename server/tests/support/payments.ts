import { randomBytes } from 'node:crypto'
import { SANDBOX_SECRETS } from '../../src/platform/config.ts'
import { hmac } from '../../src/platform/crypto/signing.ts'
import { type GatewayPayment, GatewayUnavailable, type PaymentGateway } from '../../src/ports/payment-gateway.ts'
import type { TestProduct } from './product.ts'

const gatewayId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex').slice(0, 14)}`
export const newPaymentId = () => gatewayId('pay')

export interface FakeGateway extends PaymentGateway {
  /** What the gateway knows was paid, by its order. */
  payments: Map<string, GatewayPayment[]>
  isAway: boolean
  asked: string[]
}

/** A gateway in memory, for tests that sign and deliver webhooks by hand. */
export function fakeGateway(): FakeGateway {
  const payments = new Map<string, GatewayPayment[]>()
  const notHere = async (): Promise<never> => {
    throw new Error('not part of this gateway')
  }
  const gateway: FakeGateway = {
    payments,
    isAway: false,
    asked: [],
    async createOrder() {
      if (gateway.isAway) throw new GatewayUnavailable('away')
      return { gatewayOrderId: gatewayId('order'), status: 'created' }
    },
    async paymentsOf(gatewayOrderId) {
      if (gateway.isAway) throw new GatewayUnavailable('away')
      gateway.asked.push(gatewayOrderId)
      return payments.get(gatewayOrderId) ?? []
    },
    refund: notHere,
    createSubscription: notHere,
    cancelSubscription: notHere,
  }
  return gateway
}

export interface TestOrder {
  orderId: string
  gatewayOrderId: string
  amountMinorUnit: number
  currency: string
}

export interface EntityChange {
  // biome-ignore lint/suspicious/noExplicitAny: crafted events hold anything
  [member: string]: any
}

/** A captured payment as the gateway writes it. */
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
/** `created_at` makes each event one of its own, as in the world. */
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

/** Delivers an event as the gateway does, at the root. */
export function deliver(product: Pick<TestProduct, 'send'>, event: unknown, path = '/webhooks/razorpay') {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return product.send('POST', `/!${path}`, body, { headers: webhookHeaders(body) })
}
