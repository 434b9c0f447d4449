import { z } from 'zod'
import { toJsonInteger } from '../../domain/money/money.ts'
import {
  type GatewayEvent,
  type GatewayWebhooks,
  type ReportedPayment,
  SUBSCRIPTION_EVENTS,
  type SubscriptionEventKind,
} from '../../ports/payment-gateway.ts'
import { isRefunded } from './razorpay-responses.ts'
import { isOrderSigned, isWebhookSigned } from './razorpay-signatures.ts'

interface RazorpayWebhookSettings {
  keySecret: string
  /** The current secret and, after a rotation, the previous one, because events signed with it may still arrive. */
  webhookSecrets: readonly string[]
}

/** The gateway's webhooks, and the signature that its checkout gives to the browser. */
export const razorpayWebhooks = ({ keySecret, webhookSecrets }: RazorpayWebhookSettings): GatewayWebhooks => ({
  isSigned: (body, headers) =>
    webhookSecrets.some((secret) => isWebhookSigned(secret, body, headers['x-razorpay-signature'])),
  read: readEvent,
  writeCaptured,
  isCheckoutSigned: (order, signature) => isOrderSigned(keySecret, order, signature),
})

const Notes = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish()
const Amount = z.int().min(0)
const Seconds = z.int().min(0).max(10_000_000_000)

const Payment = z.looseObject({
  id: z.string().min(1).max(100),
  amount: Amount,
  currency: z.string(),
  status: z.string(),
  order_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  /** `true`, and in the charges of subscriptions the text "1". */
  captured: z.unknown(),
  amount_refunded: Amount.nullish(),
  refund_status: z.string().nullish(),
  method: z.string().nullish(),
  notes: Notes,
})
const Order = z.looseObject({ id: z.string(), notes: Notes })
const Subscription = z.looseObject({
  id: z.string().min(1),
  current_start: Seconds.nullish(),
  current_end: Seconds.nullish(),
})
const Refund = z.looseObject({ id: z.string().min(1), payment_id: z.string(), amount: Amount, status: z.string() })
const entityOf = <Entity extends z.ZodType>(entity: Entity) => z.looseObject({ entity }).optional()

const Envelope = z.looseObject({
  event: z.string(),
  created_at: Seconds.optional(),
  payload: z.looseObject({
    payment: entityOf(Payment),
    order: entityOf(Order),
    subscription: entityOf(Subscription),
    refund: entityOf(Refund),
    /** The position in a published sample. */
    created_at: Seconds.optional(),
  }),
})
type Envelope = z.output<typeof Envelope>

/** Unknown members are ignored. An unreadable event is a value, not an error. */
function readEvent(body: Buffer, receivedAt: Date): GatewayEvent {
  const envelope = Envelope.safeParse(parseJson(body)).data
  return envelope ? toEvent(envelope, receivedAt) : { kind: 'UNREADABLE' }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function toEvent({ event, created_at, payload }: Envelope, receivedAt: Date): GatewayEvent {
  const at = toDate(created_at ?? payload.created_at) ?? receivedAt
  const [topic, name = ''] = event.split('.')
  if (event === 'payment.captured' || event === 'order.paid') return captured(payload)
  if (event === 'payment.failed') {
    const payment = payload.payment?.entity
    return payment ? { kind: 'FAILED', gatewayOrderId: payment.order_id ?? null } : { kind: 'UNREADABLE' }
  }
  if (topic === 'subscription' && isSubscriptionKind(name)) return subscriptionEvent(payload, name, at)
  if (topic === 'refund') return refundEvent(payload, at)
  return { kind: 'OTHER' }
}

/** `order.paid` includes the order, which must be the one that the payment names. */
function captured(payload: Envelope['payload']): GatewayEvent {
  const payment = payload.payment?.entity
  const order = payload.order?.entity
  if (!payment || (order && order.id !== payment.order_id)) return { kind: 'UNREADABLE' }
  return { kind: 'CAPTURED', payment: toPayment(payment, [payment.notes, order?.notes]) }
}

function toPayment(payment: z.output<typeof Payment>, notes: z.output<typeof Notes>[]): ReportedPayment {
  const isCaptured = payment.captured === undefined || [true, 1, '1', 'true'].some((yes) => yes === payment.captured)
  return {
    gatewayPaymentId: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    amountMinorUnit: BigInt(payment.amount),
    currency: payment.currency,
    isCaptured: payment.status === 'captured' && isCaptured,
    isRefunded: isRefunded(payment),
    invoiceId: payment.invoice_id ?? null,
    method: payment.method ?? null,
    notedVendorIds: notes.flatMap((note) => (note && 'vendorId' in note ? [String(note['vendorId'])] : [])),
  }
}

const isSubscriptionKind = (text: string): text is SubscriptionEventKind =>
  (SUBSCRIPTION_EVENTS as readonly string[]).includes(text)

function subscriptionEvent(payload: Envelope['payload'], kind: SubscriptionEventKind, at: Date): GatewayEvent {
  const subscription = payload.subscription?.entity
  const payment = payload.payment?.entity
  if (!subscription || (kind === 'charged' && !payment)) return { kind: 'UNREADABLE' }
  const [currentStart, currentEnd] = [toDate(subscription.current_start), toDate(subscription.current_end)]
  const event = {
    gatewaySubId: subscription.id,
    kind,
    at,
    ...(payment && { payment: toPayment(payment, [payment.notes]) }),
    ...(currentStart && { currentStart }),
    ...(currentEnd && { currentEnd }),
  }
  return { kind: 'SUBSCRIPTION', event }
}

function refundEvent(payload: Envelope['payload'], at: Date): GatewayEvent {
  const refund = payload.refund?.entity
  if (!refund) return { kind: 'UNREADABLE' }
  const event = {
    gatewayRefundId: refund.id,
    gatewayPaymentId: refund.payment_id,
    amountMinorUnit: BigInt(refund.amount),
    status: refund.status,
    at,
  }
  return { kind: 'REFUND', event }
}

const toDate = (seconds: number | null | undefined) => (seconds == null ? undefined : new Date(seconds * 1_000))

const writeCaptured = (payment: ReportedPayment): Buffer =>
  Buffer.from(
    JSON.stringify({
      entity: 'event',
      event: 'payment.captured',
      contains: ['payment'],
      payload: {
        payment: {
          entity: {
            id: payment.gatewayPaymentId,
            entity: 'payment',
            amount: toJsonInteger(payment.amountMinorUnit),
            currency: payment.currency,
            status: 'captured',
            order_id: payment.gatewayOrderId,
            invoice_id: payment.invoiceId,
            captured: true,
            ...(payment.isRefunded && { refund_status: 'partial' }),
          },
        },
      },
    }),
  )
