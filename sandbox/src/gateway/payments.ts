import type { Order, Payment } from './entities.ts'
import { addBounded, type Gateway } from './gateway.ts'
import { newId } from './ids.ts'

export type Method = Payment['method']

interface PaymentRequest {
  order: Order
  method: Method
  /** Set for subscription charges. */
  invoiceId?: string
}

const METHOD_DETAILS = {
  upi: { vpa: 'asha@okbank', bank: null },
  card: { vpa: null, bank: null },
  netbanking: { vpa: null, bank: 'HDFC' },
} as const

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}
const DECLINED = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was not successful as it was declined by the bank. Try another method.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_failed',
}

/** Creates an authorised payment of an order, to be completed by `capture` or `decline`. */
export function createPayment(gateway: Gateway, { order, method, invoiceId }: PaymentRequest): Payment {
  const payment: Payment = {
    id: newId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    base_amount: order.amount,
    status: 'authorized',
    order_id: order.id,
    invoice_id: invoiceId ?? null,
    international: false,
    method,
    amount_refunded: 0,
    amount_transferred: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: method === 'card' ? newId('card') : null,
    wallet: null,
    ...METHOD_DETAILS[method],
    email: 'asha@example.com',
    contact: '+919000090000',
    notes: [],
    fee: null,
    tax: null,
    ...NO_ERROR,
    acquirer_data: { rrn: String(Math.floor(Math.random() * 1e12)).padStart(12, '0') },
    created_at: gateway.now(),
  }
  gateway.orders.get(order.id)?.payments.push(payment)
  return addBounded(gateway.payments, payment.id, payment)
}

/** The fee is 2% plus 18% tax on the fee. */
export function capture(payment: Payment, order: Order) {
  const fee = Math.ceil(payment.amount / 50)
  const tax = Math.ceil((fee * 18) / 100)
  Object.assign(payment, { ...NO_ERROR, status: 'captured', captured: true, fee: fee + tax, tax })
  Object.assign(order, { status: 'paid', amount_paid: payment.amount, amount_due: 0 })
}

export function decline(payment: Payment, order: Order) {
  Object.assign(payment, { ...DECLINED, status: 'failed' })
  order.status = 'attempted'
}
