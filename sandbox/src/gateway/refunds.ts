import { z } from 'zod'
import type { Payment, Refund } from './entities.ts'
import { addBounded, type Gateway } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { newId } from './ids.ts'
import { Amount, NotesField, Receipt } from './read-body.ts'

const SIX_MONTHS_SECONDS = 183 * 86_400
const KEY = /^[A-Za-z0-9_-]{10,}$/

export const RefundBody = z.strictObject({
  amount: Amount.optional(),
  speed: z.enum(['normal', 'optimum'], 'The selected speed is invalid.').optional(),
  notes: NotesField,
  receipt: Receipt,
})
type RefundRequest = z.output<typeof RefundBody>

/** The same idempotency key with the same request returns the same refund. */
export function refundPayment(gateway: Gateway, paymentId: string, request: RefundRequest, key: string | undefined) {
  if (key !== undefined && !KEY.test(key))
    throw new GatewayError('The idempotency key must have at least 10 letters, digits, hyphens or underscores')
  const fingerprint = JSON.stringify([paymentId, request])
  const known = key === undefined ? undefined : gateway.refundKeys.get(key)
  if (known && known.fingerprint !== fingerprint)
    throw new GatewayError('Different request body sent for the same idempotency header')
  const first = known && gateway.refunds.get(known.refundId)
  if (first) return first
  const refund = createRefund(gateway, findPayment(gateway, paymentId), request)
  if (key !== undefined) addBounded(gateway.refundKeys, key, { fingerprint, refundId: refund.id })
  return refund
}

export function findPayment(gateway: Gateway, id: string): Payment {
  const payment = gateway.payments.get(id)
  if (!payment) throw new GatewayError('The id provided does not exist')
  return payment
}

function createRefund(gateway: Gateway, payment: Payment, request: RefundRequest): Refund {
  const amount = request.amount ?? payment.amount - payment.amount_refunded
  assertRefundable(gateway, payment, amount)
  const { script } = gateway
  const refund: Refund = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: request.notes,
    receipt: request.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: gateway.now(),
    batch_id: null,
    status: script.failRefunds ? 'pending' : script.refundStatus,
    speed_processed: 'normal',
    speed_requested: request.speed ?? 'normal',
  }
  addBounded(gateway.refunds, refund.id, refund)
  countRefund(payment, amount)
  const answer = { ...refund }
  const created = { event: 'refund.created', entities: { refund: answer, payment: { ...payment } } }
  if (script.failRefunds) gateway.webhooks.send([created, settle(gateway, refund, 'failed')])
  else if (refund.status === 'processed') gateway.webhooks.send([created, settle(gateway, refund, 'processed')])
  else gateway.webhooks.send([created])
  return answer
}

function assertRefundable(gateway: Gateway, payment: Payment, amount: number) {
  if (payment.status === 'refunded') throw new GatewayError('The payment has been fully refunded already')
  if (payment.status !== 'captured')
    throw new GatewayError('The payment status should be captured for action to be taken')
  if (amount < 100) throw new GatewayError('The amount must be at least INR 1.00', { field: 'amount' })
  if (amount > payment.amount - payment.amount_refunded)
    throw new GatewayError('The total refund amount is greater than the refund payment amount', { field: 'amount' })
  if (gateway.now() - payment.created_at > SIX_MONTHS_SECONDS)
    throw new GatewayError('The refund cannot be made because the payment is more than 6 months old')
}

/** Completes a pending refund. A failed refund restores the refundable amount of the payment. */
export function settleRefund(gateway: Gateway, id: string, status: 'processed' | 'failed'): Refund {
  const refund = gateway.refunds.get(id)
  if (!refund) throw new GatewayError('The id provided does not exist')
  if (refund.status !== 'pending') throw new GatewayError(`The refund is ${refund.status} already`)
  gateway.webhooks.send([settle(gateway, refund, status)])
  return refund
}

function settle(gateway: Gateway, refund: Refund, status: 'processed' | 'failed') {
  refund.status = status
  const payment = findPayment(gateway, refund.payment_id)
  if (status === 'failed') countRefund(payment, -refund.amount)
  return { event: `refund.${status}`, entities: { refund, payment } }
}

function countRefund(payment: Payment, amount: number) {
  payment.amount_refunded += amount
  const isFull = payment.amount_refunded === payment.amount
  payment.status = isFull ? 'refunded' : 'captured'
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null
}
