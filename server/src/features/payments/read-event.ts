import { z } from 'zod'
import { toJsonInteger } from '../../domain/money/money.ts'

/** A payment as the gateway tells of it, by webhook or when asked. */
export interface SeenPayment {
  gatewayPaymentId: string
  gatewayOrderId: string | null
  amountMinorUnit: bigint
  currency: string
  isCaptured: boolean
  isRefunded: boolean
  /** Set when the payment is a charge of a subscription. */
  invoiceId: string | null
  method: string | null
  /** What notes claim. They decide nothing; another vendor's id in them means that something is wrong. */
  notedVendorIds: string[]
}

export type SubscriptionKind = 'charged' | 'pending' | 'halted' | 'activated' | 'cancelled' | 'completed'

export type GatewayEvent =
  | { kind: 'CAPTURED'; payment: SeenPayment }
  | { kind: 'FAILED'; gatewayOrderId: string | null }
  | { kind: 'SUBSCRIPTION'; event: SubscriptionEvent }
  | { kind: 'REFUND'; event: RefundEvent }
  /** Nothing that we act upon. */
  | { kind: 'OTHER' }
  | { kind: 'UNREADABLE' }

export interface SubscriptionEvent {
  gatewaySubId: string
  kind: SubscriptionKind
  at: Date
  payment?: SeenPayment
  currentStart?: Date
  currentEnd?: Date
}

export interface RefundEvent {
  gatewayRefundId: string
  gatewayPaymentId: string
  amountMinorUnit: bigint
  status: string
  at: Date
}

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
const of = <Entity extends z.ZodType>(entity: Entity) => z.looseObject({ entity }).optional()

const Envelope = z.looseObject({
  event: z.string(),
  created_at: Seconds.optional(),
  payload: z.looseObject({
    payment: of(Payment),
    order: of(Order),
    subscription: of(Subscription),
    refund: of(Refund),
    /** Seen there in a published sample. */
    created_at: Seconds.optional(),
  }),
})
type Envelope = z.output<typeof Envelope>

/** Tolerant: unknown members pass, and what cannot be understood is an answer, not an error. */
export function readEvent(body: Buffer, receivedAt: Date): GatewayEvent {
  const envelope = Envelope.safeParse(jsonOf(body)).data
  return envelope ? eventOf(envelope, receivedAt) : { kind: 'UNREADABLE' }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function eventOf({ event, created_at, payload }: Envelope, receivedAt: Date): GatewayEvent {
  const at = instant(created_at ?? payload.created_at) ?? receivedAt
  const [topic, what = ''] = event.split('.')
  if (event === 'payment.captured' || event === 'order.paid') return captured(payload)
  if (event === 'payment.failed') {
    const payment = payload.payment?.entity
    return payment ? { kind: 'FAILED', gatewayOrderId: payment.order_id ?? null } : { kind: 'UNREADABLE' }
  }
  if (topic === 'subscription' && isSubscriptionKind(what)) return subscriptionEvent(payload, what, at)
  if (topic === 'refund') return refundEvent(payload, at)
  return { kind: 'OTHER' }
}

/** `order.paid` brings the order along, which must be the one that the payment names. */
function captured(payload: Envelope['payload']): GatewayEvent {
  const payment = payload.payment?.entity
  const order = payload.order?.entity
  if (!payment || (order && order.id !== payment.order_id)) return { kind: 'UNREADABLE' }
  return { kind: 'CAPTURED', payment: paymentOf(payment, [payment.notes, order?.notes]) }
}

function paymentOf(payment: z.output<typeof Payment>, notes: z.output<typeof Notes>[]): SeenPayment {
  const isCaptured = payment.captured === undefined || [true, 1, '1', 'true'].some((yes) => yes === payment.captured)
  return {
    gatewayPaymentId: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    amountMinorUnit: BigInt(payment.amount),
    currency: payment.currency,
    isCaptured: payment.status === 'captured' && isCaptured,
    isRefunded: payment.status === 'refunded' || Boolean(payment.amount_refunded) || Boolean(payment.refund_status),
    invoiceId: payment.invoice_id ?? null,
    method: payment.method ?? null,
    notedVendorIds: notes.flatMap((note) => (note && 'vendorId' in note ? [String(note['vendorId'])] : [])),
  }
}

const SUBSCRIPTION_KINDS = ['charged', 'pending', 'halted', 'activated', 'cancelled', 'completed'] as const
const isSubscriptionKind = (text: string): text is SubscriptionKind =>
  (SUBSCRIPTION_KINDS as readonly string[]).includes(text)

function subscriptionEvent(payload: Envelope['payload'], kind: SubscriptionKind, at: Date): GatewayEvent {
  const subscription = payload.subscription?.entity
  const payment = payload.payment?.entity
  if (!subscription || (kind === 'charged' && !payment)) return { kind: 'UNREADABLE' }
  const [currentStart, currentEnd] = [instant(subscription.current_start), instant(subscription.current_end)]
  const event = {
    gatewaySubId: subscription.id,
    kind,
    at,
    ...(payment && { payment: paymentOf(payment, [payment.notes]) }),
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

const instant = (seconds: number | null | undefined) => (seconds == null ? undefined : new Date(seconds * 1_000))

/** The event that should have come for a payment that we found by asking. */
export const writeCaptured = (payment: SeenPayment): Buffer =>
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
          },
        },
      },
    }),
  )
