export const REFUND_STATUSES = [
  'REQUESTED',
  'APPROVED',
  'PROCESSING',
  'REFUNDED',
  'FAILED',
  'REJECTED',
  'WITHDRAWN',
] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * After an operator's decision a job asks the gateway until it gets an answer. Until that job has begun, a payment for
 * the plan still rejects the request.
 */
const REFUND_TRANSITIONS = {
  REQUESTED: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: ['PROCESSING', 'REJECTED'],
  PROCESSING: ['REFUNDED', 'FAILED'],
  REFUNDED: [],
  FAILED: [],
  REJECTED: [],
  WITHDRAWN: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>

/** Requests that may still lead to a refund. */
export const OPEN_REFUND_STATUSES = ['REQUESTED', 'APPROVED', 'PROCESSING'] as const satisfies RefundStatus[]

/** The statuses from which a request may move to this one. */
export const sourcesOf = (to: RefundStatus): RefundStatus[] =>
  REFUND_STATUSES.filter((from) => (REFUND_TRANSITIONS[from] as readonly RefundStatus[]).includes(to))

/** The grounds that only operators use, and the one that a vendor may use itself. */
export const OPERATOR_BASES = ['PLATFORM_ERROR', 'DOUBLE_CHARGE'] as const
export type OperatorBasis = (typeof OPERATOR_BASES)[number]
export type RefundBasis = OperatorBasis | 'FIRST_MONTH' | 'EXIT'

export interface InvoiceToRefund {
  type: 'SETUP' | 'SUBSCRIPTION' | 'WALLET_RECHARGE'
  status: 'DRAFT' | 'PAID' | 'OVERDUE' | 'VOID'
  /** The first cycle of the invoice's subscription; null when the invoice is for anything later. */
  firstMonth: { cycle: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'; refundDeadline: Date | null } | null
}

export type Refusal = { code: 'INVALID_STATE' | 'NOT_REFUNDABLE' | 'REFUND_WINDOW_CLOSED'; detail: string }

/** Why this invoice cannot be refunded at all. */
export function refusalFor(invoice: InvoiceToRefund): Refusal | undefined {
  if (invoice.type === 'SETUP') return refuse('NOT_REFUNDABLE', 'The setup fee is not refundable.')
  if (invoice.type === 'WALLET_RECHARGE')
    return refuse(
      'NOT_REFUNDABLE',
      'The wallet balance is paid out when the account is closed. Request a refund of kind WALLET_EXIT instead.',
    )
  if (invoice.status === 'VOID') return refuse('INVALID_STATE', 'The invoice has already been refunded.')
  if (invoice.status !== 'PAID') return refuse('INVALID_STATE', 'The invoice has not been paid.')
  return undefined
}

/** Why a vendor may not request the refund itself. The time of the request counts, not that of the decision. */
export function vendorRefusalFor(invoice: InvoiceToRefund, requestedAt: Date): Refusal | undefined {
  const refusal = refusalFor(invoice)
  if (refusal) return refusal
  const { firstMonth } = invoice
  if (firstMonth && firstMonth.cycle !== 'MONTHLY')
    return refuse(
      'NOT_REFUNDABLE',
      'Quarterly and annual plans are not refundable. If you were charged by mistake, contact support.',
    )
  if (!firstMonth?.refundDeadline || requestedAt > firstMonth.refundDeadline)
    return refuse(
      'REFUND_WINDOW_CLOSED',
      'Only the first month is refundable, within the refund period after its payment.',
    )
  return undefined
}

/** Where the unused value of a paid cycle went in a plan change. */
export type ValueMovedTo = 'NEW_CYCLE' | 'BONUS'

const NO_LONGER_REFUNDABLE_REASONS = ['SUPERSEDED', 'RETURNED_AS_BONUS', 'ALREADY_REFUNDED'] as const
export interface NoLongerRefundable {
  reason: (typeof NO_LONGER_REFUNDABLE_REASONS)[number]
  detail: string
}

/** Why a request that was valid when it was made may not be approved now. */
export function noLongerRefundable(
  invoice: { status: InvoiceToRefund['status']; leftMinorUnit: bigint },
  movedTo: ValueMovedTo | null,
): NoLongerRefundable | undefined {
  if (invoice.status === 'VOID' || invoice.leftMinorUnit <= 0n)
    return { reason: 'ALREADY_REFUNDED', detail: 'The invoice has already been refunded.' }
  if (movedTo === 'NEW_CYCLE')
    return {
      reason: 'SUPERSEDED',
      detail: 'The plan was changed after this invoice: its unused part was credited towards the new plan.',
    }
  if (movedTo === 'BONUS')
    return {
      reason: 'RETURNED_AS_BONUS',
      detail: 'The plan was changed after this invoice: its unused part was returned to the wallet as bonus credit.',
    }
  return undefined
}

const refuse = (code: Refusal['code'], detail: string): Refusal => ({ code, detail })
