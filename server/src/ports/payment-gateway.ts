/**
 * The payment gateway as the product needs it. Amounts are integers in the currency's minor unit. A call that the
 * gateway refuses throws GatewayRefused with its words; one whose outcome is not known (no connection, a timeout, an
 * answer that cannot be read, a 5xx) throws GatewayUnavailable and may be repeated.
 */
export interface PaymentGateway {
  /** `receipt` is our order's id; the gateway has no idempotency key here, and an order nobody is sent to is harmless. */
  createOrder(order: GatewayOrderRequest): Promise<GatewayOrder>
  /** What was paid, or tried, against an order. */
  paymentsOf(gatewayOrderId: string): Promise<GatewayPayment[]>
  /** Safe to repeat with the same key (10 to 64 letters, digits, - and _): the same refund is answered again. */
  refund(refund: GatewayRefundRequest): Promise<GatewayRefund>
  /** A recurring charge that the customer authorises at `mandateUrl`; the first one falls due at `startAt`. */
  createSubscription(subscription: GatewaySubscriptionRequest): Promise<GatewaySubscription>
  /** At the end of the cycle that is paid, or at once. One that is cancelled already stays so. */
  cancelSubscription(gatewaySubId: string, when: 'AT_CYCLE_END' | 'NOW'): Promise<void>
}

export interface GatewayOrderRequest {
  amountMinorUnit: bigint
  currency: string
  receipt: string
  notes: Record<string, string>
}
export interface GatewayOrder {
  gatewayOrderId: string
  status: 'created' | 'attempted' | 'paid'
}

export interface GatewayPayment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** Set when the payment is a charge of a subscription. */
  invoiceId: string | null
}

export interface GatewayRefundRequest {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  idempotencyKey: string
  notes: Record<string, string>
}
export interface GatewayRefund {
  gatewayRefundId: string
  amountMinorUnit: bigint
  status: 'pending' | 'processed' | 'failed'
}

export interface GatewaySubscriptionRequest {
  /** What stands on the customer's statement. */
  planName: string
  period: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'
  /** Each charge, GST included. */
  amountMinorUnit: bigint
  currency: string
  startAt: Date
  notes: Record<string, string>
}
export interface GatewaySubscription {
  gatewaySubId: string
  mandateUrl: string | null
  status:
    | 'created'
    | 'authenticated'
    | 'active'
    | 'pending'
    | 'halted'
    | 'cancelled'
    | 'completed'
    | 'expired'
    | 'paused'
}

/**
 * The gateway's webhooks in the terms of the product. `read` ignores unknown members; what it cannot understand is
 * UNREADABLE, never an exception.
 */
export interface GatewayWebhooks {
  /** Whether the gateway sent exactly these bytes. */
  isSigned(body: Buffer, headers: Readonly<Record<string, unknown>>): boolean
  read(body: Buffer, receivedAt: Date): GatewayEvent
  /** The event in the gateway's own format for a captured payment that was found by asking; always the same bytes. */
  writeCaptured(payment: ReportedPayment): Buffer
  /** Whether the gateway's checkout told the browser that this order was paid by this payment. */
  isCheckoutSigned(order: { gatewayOrderId: string; gatewayPaymentId: string }, signature: unknown): boolean
}

/** A payment as a webhook or an answer of the gateway reports it. */
export interface ReportedPayment {
  gatewayPaymentId: string
  gatewayOrderId: string | null
  amountMinorUnit: bigint
  currency: string
  isCaptured: boolean
  isRefunded: boolean
  /** Set when the payment is a charge of a subscription. */
  invoiceId: string | null
  method: string | null
  /** Vendor ids in the payment's notes. They decide nothing, but another vendor's id means that something is wrong. */
  notedVendorIds: string[]
}

export const SUBSCRIPTION_EVENTS = ['charged', 'pending', 'halted', 'activated', 'cancelled', 'completed'] as const
export type SubscriptionEventKind = (typeof SUBSCRIPTION_EVENTS)[number]

export type GatewayEvent =
  | { kind: 'CAPTURED'; payment: ReportedPayment }
  | { kind: 'FAILED'; gatewayOrderId: string | null }
  | { kind: 'SUBSCRIPTION'; event: SubscriptionEvent }
  | { kind: 'REFUND'; event: RefundEvent }
  /** An event that the product does not act upon. */
  | { kind: 'OTHER' }
  | { kind: 'UNREADABLE' }

export interface SubscriptionEvent {
  gatewaySubId: string
  kind: SubscriptionEventKind
  /** The gateway's own time: events come in any order. */
  at: Date
  payment?: ReportedPayment
  /** The cycle that was charged. */
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

/** The gateway understood and said no: the same call will be refused again. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  readonly code: string
  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** Nobody knows what became of the call. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}
