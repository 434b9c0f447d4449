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
 * A person decides; from then on a job asks the gateway until it has an answer. Until that job has begun, a payment for
 * the plan still rejects the request.
 */
const MOVES = {
  REQUESTED: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  APPROVED: ['PROCESSING', 'REJECTED'],
  PROCESSING: ['REFUNDED', 'FAILED'],
  REFUNDED: [],
  FAILED: [],
  REJECTED: [],
  WITHDRAWN: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>

/** Not at its end: the vendor's money may still go back. */
export const OPEN_REFUND_STATUSES = ['REQUESTED', 'APPROVED', 'PROCESSING'] as const satisfies RefundStatus[]

/** From where a request may come to this status. */
export const sourcesOf = (to: RefundStatus): RefundStatus[] =>
  REFUND_STATUSES.filter((from) => (MOVES[from] as readonly RefundStatus[]).includes(to))

/** What only operators grant, and what a vendor may ask for itself. */
export const OPERATOR_BASES = ['PLATFORM_ERROR', 'DOUBLE_CHARGE'] as const
export type OperatorBasis = (typeof OPERATOR_BASES)[number]
export type RefundBasis = OperatorBasis | 'FIRST_MONTH' | 'EXIT'

export interface InvoiceToRefund {
  type: 'SETUP' | 'SUBSCRIPTION' | 'WALLET_RECHARGE'
  status: 'DRAFT' | 'PAID' | 'OVERDUE' | 'VOID'
  /** What the invoice's subscription began with; null when the invoice is of anything later. */
  firstMonth: { cycle: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'; refundDeadline: Date | null } | null
}

export type Refusal = { code: 'INVALID_STATE' | 'NOT_REFUNDABLE' | 'REFUND_WINDOW_CLOSED'; detail: string }

/** Why nobody may have this invoice refunded. */
export function refusalFor(invoice: InvoiceToRefund): Refusal | undefined {
  if (invoice.type === 'SETUP') return no('NOT_REFUNDABLE', 'The setup fee is not refundable.')
  if (invoice.type === 'WALLET_RECHARGE')
    return no(
      'NOT_REFUNDABLE',
      'The wallet balance is paid out when the account is closed. Request a refund of kind WALLET_EXIT instead.',
    )
  if (invoice.status === 'VOID') return no('INVALID_STATE', 'The invoice has already been refunded.')
  if (invoice.status !== 'PAID') return no('INVALID_STATE', 'The invoice has not been paid.')
  return undefined
}

/** Why a vendor may not ask for it by itself. The instant of the request counts, not that of the decision. */
export function vendorRefusalFor(invoice: InvoiceToRefund, askedAt: Date): Refusal | undefined {
  const refusal = refusalFor(invoice)
  if (refusal) return refusal
  const { firstMonth } = invoice
  if (firstMonth && firstMonth.cycle !== 'MONTHLY')
    return no(
      'NOT_REFUNDABLE',
      'Quarterly and annual plans are not refundable. If you were charged by mistake, contact support.',
    )
  if (!firstMonth?.refundDeadline || askedAt > firstMonth.refundDeadline)
    return no('REFUND_WINDOW_CLOSED', 'Only the first month is refundable, within the refund period after its payment.')
  return undefined
}

/** Where the unused value of a paid cycle went when the plan was changed. */
export type ValueMovedTo = 'NEW_CYCLE' | 'BONUS'

export const LOST_REFUND_REASONS = ['SUPERSEDED', 'RETURNED_AS_BONUS', 'ALREADY_REFUNDED'] as const
export interface LostRefund {
  reason: (typeof LOST_REFUND_REASONS)[number]
  detail: string
}

/** Why a request that was fine when it was made may not be approved now. */
export function lostRefund(
  invoice: { status: InvoiceToRefund['status']; leftMinorUnit: bigint },
  movedTo: ValueMovedTo | null,
): LostRefund | undefined {
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

const no = (code: Refusal['code'], detail: string): Refusal => ({ code, detail })
