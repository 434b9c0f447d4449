import { providerError } from './provider-errors.ts'

/** Words of ours for what never got to the provider's judgement. */
const OURS: Readonly<Record<string, string>> = {
  CONTACT_DELETED: 'The contact was deleted before the message was sent',
  OPTED_OUT: 'The contact wants no more messages',
  VARIABLE_MISSING: 'The contact lacks a value that the template needs',
  MEDIA_MISSING: 'The file that the template shows could not be read',
  OUTCOME_UNKNOWN: 'Nobody knows whether the provider took the message; it is not charged',
}

/** Why a message failed, for a vendor to read: the provider's number, or a word of ours. */
export const failureReason = (errorCode: string): string =>
  /^\d+$/.test(errorCode) ? providerError(Number(errorCode)).reason : (OURS[errorCode] ?? 'The message was not sent')
