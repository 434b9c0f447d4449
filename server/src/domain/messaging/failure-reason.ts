import { providerError } from './provider-errors.ts'

/** Nobody will ever know whether the provider took the message. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

/** Our own codes beside the provider's numbers: messages that the provider never judged. */
const OWN_REASONS = {
  CONTACT_DELETED: 'The contact was deleted before the message was sent',
  OPTED_OUT: 'The contact has opted out',
  VARIABLE_MISSING: 'The contact has no value for a template variable',
  MEDIA_MISSING: 'The file in the template header could not be read',
  [OUTCOME_UNKNOWN]: 'The provider did not confirm the message; it is not charged',
} as const
export type OwnErrorCode = keyof typeof OWN_REASONS

/** Why a message failed, for a vendor to read: by the provider's number, or a word of ours. */
export const failureReason = (errorCode: string): string =>
  /^\d+$/.test(errorCode)
    ? providerError(Number(errorCode)).reason
    : (OWN_REASONS[errorCode as OwnErrorCode] ?? 'The message was not sent')
