import { type ErrorClass, providerError } from './provider-errors.ts'

/** It is not known, and will not become known, whether the provider accepted the message. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

/** Our own codes besides the provider's numbers, for messages that the provider never answered. */
const OWN_REASONS = {
  ACCOUNT_CLOSED: 'The account was closed before the message was sent',
  CONTACT_DELETED: 'The contact was deleted before the message was sent',
  OPTED_OUT: 'The contact has opted out',
  VARIABLE_MISSING: 'The contact has no value for a template variable',
  WINDOW_CLOSED: 'The reply could not be sent within 24 hours of the contact’s last message',
  MEDIA_MISSING: 'The file in the template header could not be read',
  [OUTCOME_UNKNOWN]: 'The provider did not confirm the message; it is not charged',
} as const
export type PlatformErrorCode = keyof typeof OWN_REASONS

/** Why a message failed, as a text for the vendor: by the provider's number or our own code. */
export const failureReason = (errorCode: string): string =>
  /^\d+$/.test(errorCode)
    ? providerError(Number(errorCode)).reason
    : (OWN_REASONS[errorCode as PlatformErrorCode] ?? 'The message was not sent')

const CHECK_NUMBERS = 'Check these numbers and correct or delete them before the next campaign.'
const NOTHING_TO_DO = 'They receive no more campaigns. You do not have to do anything.'
const ADD_FALLBACK = 'Add a fallback text for the variable, or complete these contacts.'
const TRY_LATER = 'The cause was temporary. Retry these recipients.'

const OWN_SUGGESTIONS: Record<PlatformErrorCode, string> = {
  ACCOUNT_CLOSED: 'You do not have to do anything.',
  CONTACT_DELETED: 'You do not have to do anything.',
  OPTED_OUT: NOTHING_TO_DO,
  VARIABLE_MISSING: ADD_FALLBACK,
  WINDOW_CLOSED: 'Use a template instead of a free text.',
  MEDIA_MISSING: 'Upload the file of the template again, then send a new campaign.',
  [OUTCOME_UNKNOWN]: 'Some recipients may have received the message. Wait for replies before you retry.',
}

const SUGGESTIONS: Record<ErrorClass, string> = {
  ACCOUNT: 'The platform’s account was affected. Retry these recipients once sending works again.',
  TEMPLATE: 'Correct the template and wait for its approval, then retry these recipients.',
  RECIPIENT: CHECK_NUMBERS,
  MESSAGE: 'Check the template’s variables and media, then send a new campaign.',
  RATE_LIMIT: TRY_LATER,
  PROVIDER: TRY_LATER,
}

/** Codes whose cure differs from that of their class. */
const CODE_SUGGESTIONS: Readonly<Record<number, string>> = {
  130472: 'The provider chose them at random. Reach them in another way, or write to them later.',
  130497: 'Leave this country out of your campaigns, or contact support.',
  131030: 'Add the numbers to the test account’s list of recipients.',
  131047: 'Use a template instead of a free text.',
  131049: 'Wait a day, then retry these recipients. Write less often to those who do not respond.',
  131050: NOTHING_TO_DO,
  131056: TRY_LATER,
  132005: 'Shorten the template or the values, then send a new campaign.',
}

/** What the vendor can do about a failure. */
export function failureSuggestion(errorCode: string): string {
  const code = Number(errorCode)
  if (/^\d+$/.test(errorCode)) return CODE_SUGGESTIONS[code] ?? SUGGESTIONS[providerError(code).class]
  return OWN_SUGGESTIONS[errorCode as PlatformErrorCode] ?? 'Contact support if it happens again.'
}
