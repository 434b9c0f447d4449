export const REFUND_STATUSES = ['REQUESTED', 'APPROVED', 'PROCESSING', 'REFUNDED', 'FAILED', 'REJECTED'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** A person decides; from then on a job asks the gateway until it has an answer. */
const MOVES = {
  REQUESTED: ['APPROVED', 'REJECTED'],
  APPROVED: ['PROCESSING'],
  PROCESSING: ['REFUNDED', 'FAILED'],
  REFUNDED: [],
  FAILED: [],
  REJECTED: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>

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
  if (invoice.type === 'SETUP') return no('NOT_REFUNDABLE', 'The setup fee is not refunded.')
  if (invoice.type === 'WALLET_RECHARGE')
    return no('NOT_REFUNDABLE', 'Money in the wallet is paid back when the account is closed: ask for WALLET_EXIT.')
  if (invoice.status === 'VOID') return no('INVALID_STATE', 'The invoice has been refunded already.')
  if (invoice.status !== 'PAID') return no('INVALID_STATE', 'The invoice is not paid.')
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
      'Quarterly and annual plans are not refunded. If we made a mistake, please write to us.',
    )
  if (!firstMonth?.refundDeadline || askedAt > firstMonth.refundDeadline)
    return no('REFUND_WINDOW_CLOSED', 'Only the first month is refunded, within the first days after its payment.')
  return undefined
}

const no = (code: Refusal['code'], detail: string): Refusal => ({ code, detail })
