import { providerError } from './provider-errors.ts'

/** It is not known, and will not become known, whether the provider accepted the message. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

/** Our own codes besides the provider's numbers, for messages that the provider never answered. */
const OWN_REASONS = {
  CONTACT_DELETED: 'The contact was deleted before the message was sent',
  OPTED_OUT: 'The contact has opted out',
  VARIABLE_MISSING: 'The contact has no value for a template variable',
  MEDIA_MISSING: 'The file in the template header could not be read',
  [OUTCOME_UNKNOWN]: 'The provider did not confirm the message; it is not charged',
} as const
export type OwnErrorCode = keyof typeof OWN_REASONS

/** Why a message failed, as a text for the vendor: by the provider's number or our own code. */
export const failureReason = (errorCode: string): string =>
  /^\d+$/.test(errorCode)
    ? providerError(Number(errorCode)).reason
    : (OWN_REASONS[errorCode as OwnErrorCode] ?? 'The message was not sent')
