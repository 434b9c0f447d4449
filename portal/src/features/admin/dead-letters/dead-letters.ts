import type { DeadLetterView } from '@harkara/server/admin/schema'
import type { Out } from '../../../api/types.ts'
import { t } from '../../../format/translate.ts'

export type DeadLetter = Out<typeof DeadLetterView>

export const DEAD_LETTER_KINDS: Record<DeadLetter['kind'], string> = {
  WEBHOOK: t('Webhook'),
  JOB: t('Job'),
  MESSAGE: t('Message'),
}

const SENDERS: Record<string, string> = { GATEWAY: t('payment gateway'), PROVIDER: t('messaging provider') }

export const deadLetterTitle = ({ kind, name }: Pick<DeadLetter, 'kind' | 'name'>) =>
  kind === 'WEBHOOK' ? t('Webhook: {name}', { name: SENDERS[name] ?? name }) : `${DEAD_LETTER_KINDS[kind]}: ${name}`

/** Explanations of reason codes. Technical error messages are shown as they are. */
const REASONS: Record<string, string> = {
  UNREADABLE: t('The format is not recognised.'),
  UNKNOWN_ORDER: t('The payment does not match any order.'),
  UNKNOWN_REFUND: t('The refund does not match any request.'),
  DUPLICATE_PAYMENT: t('The order was already paid by another payment.'),
  NOT_CAPTURED: t('The gateway has not captured the payment.'),
  REFUNDED: t('The payment was refunded at the gateway.'),
  SUBSCRIPTION_CHARGE: t('A mandate charge arrived as an order payment.'),
  ACCOUNT_CLOSED: t('The vendor account is closed.'),
  AMOUNT_MISMATCH: t('The amount differs from the order.'),
  CURRENCY_MISMATCH: t('The currency differs from the order.'),
  VENDOR_MISMATCH: t('The vendor differs from the order.'),
  ALREADY_SUBSCRIBED: t('The vendor already had a plan when this one was paid.'),
  SETUP_ALREADY_PAID: t('The order includes a setup fee that was already paid.'),
  SUBSCRIPTION_ENDED: t('The paid plan had already ended.'),
}

export const deadLetterReason = ({ reason }: Pick<DeadLetter, 'reason'>) => REASONS[reason] ?? reason
