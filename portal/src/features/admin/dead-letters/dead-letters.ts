import type { LetterView } from '@harkara/server/admin/schema'
import type { Out } from '../../../api/types.ts'

export type DeadLetter = Out<typeof LetterView>

export const DEAD_LETTER_KINDS: Record<DeadLetter['kind'], string> = {
  WEBHOOK: 'Webhook',
  JOB: 'Job',
  MESSAGE: 'Message',
}

const SENDERS: Record<string, string> = { GATEWAY: 'payment gateway', PROVIDER: 'messaging provider' }

export const deadLetterTitle = ({ kind, name }: Pick<DeadLetter, 'kind' | 'name'>) =>
  kind === 'WEBHOOK' ? `Webhook: ${SENDERS[name] ?? name}` : `${DEAD_LETTER_KINDS[kind]}: ${name}`

/** Explanations of reason codes. Technical error messages are shown as they are. */
const REASONS: Record<string, string> = {
  UNREADABLE: 'The format is not recognised.',
  UNKNOWN_ORDER: 'The payment does not match any order.',
  UNKNOWN_REFUND: 'The refund does not match any request.',
  DUPLICATE_PAYMENT: 'The order was already paid by another payment.',
  NOT_CAPTURED: 'The gateway has not captured the payment.',
  REFUNDED: 'The payment was refunded at the gateway.',
  SUBSCRIPTION_CHARGE: 'A mandate charge arrived as an order payment.',
  ACCOUNT_CLOSED: 'The vendor account is closed.',
  AMOUNT_MISMATCH: 'The amount differs from the order.',
  CURRENCY_MISMATCH: 'The currency differs from the order.',
  VENDOR_MISMATCH: 'The vendor differs from the order.',
  ALREADY_SUBSCRIBED: 'The vendor already had a plan when this one was paid.',
  SUBSCRIPTION_ENDED: 'The paid plan had already ended.',
}

export const deadLetterReason = ({ reason }: Pick<DeadLetter, 'reason'>) => REASONS[reason] ?? reason
