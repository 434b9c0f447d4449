import type { LetterView } from '@harkara/server/admin/schema'
import type { Out } from '../../api/types.ts'

export type Letter = Out<typeof LetterView>

export const LETTER_KINDS: Record<Letter['kind'], string> = {
  WEBHOOK: 'Webhook',
  JOB: 'Job',
  MESSAGE: 'Message',
}

const SENDERS: Record<string, string> = { GATEWAY: 'the payment gateway', PROVIDER: 'the messaging provider' }

export const letterTitle = ({ kind, name }: Pick<Letter, 'kind' | 'name'>) =>
  kind === 'WEBHOOK' ? `Webhook of ${SENDERS[name] ?? name}` : `${LETTER_KINDS[kind]}: ${name}`

/** Why something could not be placed. What a program said when it failed stays in its own words. */
const REASONS: Record<string, string> = {
  UNREADABLE: 'It is not written the way we know it.',
  UNKNOWN_ORDER: 'Nobody ordered this payment.',
  UNKNOWN_REFUND: 'Nobody here asked for this refund.',
  DUPLICATE_PAYMENT: 'Its order was paid by another payment before.',
  NOT_CAPTURED: 'The gateway has not captured the payment.',
  REFUNDED: 'The payment was given back at the gateway.',
  SUBSCRIPTION_CHARGE: 'It is the charge of a mandate and came as a payment of an order.',
  ACCOUNT_CLOSED: 'The account of the vendor is closed.',
  AMOUNT_MISMATCH: 'The payment is of another amount than its order.',
  CURRENCY_MISMATCH: 'The payment is in another currency than its order.',
  VENDOR_MISMATCH: 'The payment names another vendor than its order.',
  ALREADY_SUBSCRIBED: 'The vendor had a plan already when this one was paid.',
  SUBSCRIPTION_ENDED: 'The plan that was paid had ended.',
}

export const letterReason = ({ reason }: Pick<Letter, 'reason'>) => REASONS[reason] ?? reason
