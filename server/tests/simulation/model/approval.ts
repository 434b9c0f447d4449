import type { Currency } from './currency.ts'

export type ApprovalKind = 'CREDIT' | 'CORRECTION' | 'REFUND' | 'PAYOUT' | 'PAYMENT_REFUND' | 'PAYMENT_CREDIT'

/** What an operator wants to do and may not do alone. */
export interface Approval {
  name: string
  kind: ApprovalKind
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  requestedAt: number
  amount: number
  currency: Currency
  /** Of a credit. */
  type: 'CREDIT' | 'BONUS'
  /** The entry, request or payment that it is about; of a credit the name under which it is booked. */
  subject: string
}
