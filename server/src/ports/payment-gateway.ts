/**
 * The payment gateway as the product needs it. Amounts are integers in the currency's minor unit. A call that the
 * gateway refuses throws GatewayRefused with its message. A call whose outcome is unknown (no connection, a timeout, an
 * unreadable answer, a 5xx) throws GatewayUnavailable and can be repeated.
 */
export interface PaymentGateway {
  /**
   * `receipt` is the id of our order. The gateway has no idempotency key here; an order that nobody is sent to is
   * harmless.
   */
  createOrder(order: GatewayOrderRequest): Promise<GatewayOrder>
  /** The payments and attempted payments of an order. */
  paymentsOf(gatewayOrderId: string): Promise<GatewayPayment[]>
  /** Safe to repeat with the same key (10 to 64 letters, digits, - and _): the same refund is returned. */
  refund(refund: GatewayRefundRequest): Promise<GatewayRefund>
  /** The refunds of a payment, whoever made them. */
  refundsOf(gatewayPaymentId: string): Promise<ListedRefund[]>
  /** A recurring charge that the customer authorises at `mandateUrl`. The first charge is due at `startAt`. */
  createSubscription(subscription: GatewaySubscriptionRequest): Promise<GatewaySubscription>
  /** At the end of the paid cycle, or at once. Has no effect when it is already cancelled. */
  cancelSubscription(gatewaySubId: string, when: 'AT_CYCLE_END' | 'NOW'): Promise<void>
}

interface GatewayOrderRequest {
  amountMinorUnit: bigint
  currency: string
  receipt: string
  notes: Record<string, string>
}
interface GatewayOrder {
  gatewayOrderId: string
  status: 'created' | 'attempted' | 'paid'
}

export interface GatewayPayment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** At least in part. */
  isRefunded: boolean
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

export interface ListedRefund extends GatewayRefund {
  /** What the request for it carried along. */
  notes: Record<string, string>
}

export interface GatewaySubscriptionRequest {
  /** Shown on the customer's statement. */
  planName: string
  period: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'
  /** The amount of each charge, with GST. */
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
 * The gateway's webhooks in terms of the product. `read` ignores unknown members and returns UNREADABLE for what it
 * cannot understand; it never throws.
 */
export interface GatewayWebhooks {
  /** Whether the gateway sent exactly these bytes. */
  isSigned(body: Buffer, headers: Readonly<Record<string, unknown>>): boolean
  read(body: Buffer, receivedAt: Date): GatewayEvent
  /**
   * Builds the event, in the gateway's own format, for a captured payment that was found by polling. Always gives the
   * same bytes.
   */
  writeCaptured(payment: ReportedPayment): Buffer
  /** Whether the gateway's checkout confirmed to the browser that this payment paid this order. */
  isCheckoutSigned(order: { gatewayOrderId: string; gatewayPaymentId: string }, signature: unknown): boolean
}

/**
 * The gateway's own payment window in the payer's browser. Our checkout page loads `scriptUrl`, allows `origins`, and
 * runs `browserCode`; everything else on the page is the same for every gateway.
 */
export interface GatewayCheckout {
  /** The page names it as the processor of the payment. */
  name: string
  scriptUrl: string
  /** Where its scripts, frames, images, calls and forms are, for the Content-Security-Policy of the page. */
  origins: readonly string[]
  /**
   * JavaScript that declares `createCheckout(order, callbacks)`. It returns an object with `open()`, which can be called
   * again after the window was closed, or undefined when the gateway's script could not be loaded. `order` has `keyId`,
   * `gatewayOrderId`, `amountMinorUnit`, `currency`, `merchant`, `description` and `accentColour`. The callbacks are
   * `paid({ gatewayPaymentId, signature })`, with what `isCheckoutSigned` accepts, `failed()` and `closed()`.
   */
  browserCode: string
}

/** A payment as reported by a webhook or an answer of the gateway. */
export interface ReportedPayment {
  gatewayPaymentId: string
  gatewayOrderId: string | null
  amountMinorUnit: bigint
  currency: string
  isCaptured: boolean
  /** At least in part. */
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
  /** An event that the product ignores. */
  | { kind: 'OTHER' }
  | { kind: 'UNREADABLE' }

export interface SubscriptionEvent {
  gatewaySubId: string
  kind: SubscriptionEventKind
  /** By the gateway's clock. Events arrive in any order. */
  at: Date
  payment?: ReportedPayment
  /** The start of the cycle that was charged. */
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

/** The gateway refused the call. Repeating it would be refused again. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  readonly code: string
  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** The outcome of the call is unknown. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}
