import type { PauseReason } from '../campaign.ts'

/**
 * What an error code of the provider means for the message and for everybody else. HTTP statuses say nothing: throughput
 * limits come as 400, permission errors as 500.
 */
export type ErrorClass =
  /** Try this message again later. */
  | 'RETRY'
  /** This message will never go out like this. */
  | 'PERMANENT'
  /** As permanent, and the number must not be written to again by anybody. */
  | 'OPTED_OUT'
  /** Try again, and everybody slows down. */
  | 'SLOW_DOWN'
  /** The account itself is in trouble: nobody sends until an operator says so. The message may go out later. */
  | 'STOP_ALL'
  /** The campaign is in trouble: it pauses. The message has failed. */
  | 'PAUSE_CAMPAIGN'

export interface ProviderError {
  class: ErrorClass
  /** Not before so many seconds; without it the usual backoff decides. */
  waitSeconds?: number
  /** For the vendor's report. */
  reason: string
}

const CODES: Readonly<Record<number, ProviderError>> = {
  0: { class: 'STOP_ALL', reason: 'The messaging account must sign in again; sending goes on afterwards' },
  1: { class: 'RETRY', reason: 'The provider had an unknown error' },
  2: { class: 'RETRY', reason: 'The provider was not available' },
  3: { class: 'PERMANENT', reason: 'The messaging account lacks a permission' },
  4: { class: 'SLOW_DOWN', waitSeconds: 120, reason: 'The provider’s call limit was reached' },
  10: { class: 'PERMANENT', reason: 'The messaging account lacks a permission' },
  33: { class: 'PERMANENT', reason: 'The sending number does not exist any more' },
  100: { class: 'PERMANENT', reason: 'The message was not valid' },
  190: { class: 'STOP_ALL', reason: 'The messaging account must sign in again; sending goes on afterwards' },
  368: { class: 'PAUSE_CAMPAIGN', reason: 'The provider blocked the account for a breach of its policy' },
  80007: { class: 'SLOW_DOWN', waitSeconds: 300, reason: 'The provider’s account limit was reached' },
  130429: { class: 'SLOW_DOWN', waitSeconds: 5, reason: 'The provider’s throughput limit was reached' },
  130472: { class: 'PERMANENT', reason: 'The recipient takes part in an experiment of the provider’s' },
  130497: { class: 'PERMANENT', reason: 'The account may not write to this country' },
  131000: { class: 'RETRY', reason: 'The provider had an error of its own' },
  131005: { class: 'PERMANENT', reason: 'The messaging account lacks a permission' },
  131008: { class: 'PERMANENT', reason: 'A part of the message was missing' },
  131009: { class: 'PERMANENT', reason: 'A part of the message was not valid' },
  131016: { class: 'RETRY', reason: 'The provider was not available' },
  131021: { class: 'PERMANENT', reason: 'The recipient is the sending number itself' },
  131026: { class: 'PERMANENT', reason: 'The number is not on WhatsApp or cannot receive this message' },
  131030: { class: 'PERMANENT', reason: 'The number is not on the list of a test account' },
  131031: { class: 'PAUSE_CAMPAIGN', reason: 'The provider locked the account' },
  131042: { class: 'STOP_ALL', reason: 'The provider has a problem with the payment of the account' },
  131045: { class: 'PERMANENT', reason: 'The sending number is not registered' },
  131047: { class: 'PERMANENT', reason: 'More than 24 hours have passed since the recipient wrote' },
  131048: { class: 'PAUSE_CAMPAIGN', reason: 'Too many recipients reported messages as spam' },
  131049: { class: 'PERMANENT', reason: 'The recipient gets too many marketing messages at present' },
  131050: { class: 'OPTED_OUT', reason: 'The recipient does not want marketing messages' },
  131051: { class: 'PERMANENT', reason: 'The provider does not support this kind of message' },
  131053: { class: 'PERMANENT', reason: 'The picture or file could not be uploaded' },
  131056: { class: 'RETRY', waitSeconds: 4, reason: 'Too many messages to this recipient in a short time' },
  131057: { class: 'SLOW_DOWN', waitSeconds: 20, reason: 'The provider maintained the account' },
  131064: { class: 'PAUSE_CAMPAIGN', reason: 'The template is in the wrong category' },
  132000: { class: 'PERMANENT', reason: 'The number of values does not fit the template' },
  132001: { class: 'PERMANENT', reason: 'The template does not exist in this language or is not approved' },
  132005: { class: 'PERMANENT', reason: 'The text with its values is too long' },
  132007: { class: 'PERMANENT', reason: 'The template breaks the provider’s policy' },
  132012: { class: 'PERMANENT', reason: 'A value does not have the form that the template asks for' },
  132015: { class: 'PAUSE_CAMPAIGN', reason: 'The template is paused for its quality' },
  132016: { class: 'PAUSE_CAMPAIGN', reason: 'The template is disabled for its quality' },
  132018: { class: 'PERMANENT', reason: 'A value has characters that the template does not take' },
  133004: { class: 'RETRY', reason: 'The provider was not available' },
  133010: { class: 'PERMANENT', reason: 'The sending number is not registered' },
  135000: { class: 'PERMANENT', reason: 'The message could not be sent' },
}

const PERMISSION_CODES = { first: 200, last: 299 }

/** A code that nobody has described is final: sending it again could only cost money twice. */
export function providerError(code: number): ProviderError {
  if (code >= PERMISSION_CODES.first && code <= PERMISSION_CODES.last)
    return { class: 'PERMANENT', reason: 'The messaging account lacks a permission' }
  return CODES[code] ?? { class: 'PERMANENT', reason: `The provider refused the message (code ${code})` }
}

/** Ours, beside the provider's numbers: how a message ended that the provider never judged. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'
const OWN_REASONS = {
  [OUTCOME_UNKNOWN]: 'The provider never said whether it took the message; it was not charged',
  CONTACT_DELETED: 'The contact was deleted before its message left',
  OPTED_OUT: 'The recipient asked for no more messages before this one left',
  VARIABLE_MISSING: 'The contact lacks a value that the template needs',
  MEDIA_MISSING: 'The picture or file of the template is not there any more',
} as const
export type OwnErrorCode = keyof typeof OWN_REASONS

/** In words for the vendor, whoever gave the code. */
export function errorReason(code: string): string {
  return /^\d+$/.test(code) ? providerError(Number(code)).reason : (OWN_REASONS[code as OwnErrorCode] ?? code)
}

/** Why a campaign pauses that meets this code. */
export const pauseReasonOf = (code: number): PauseReason =>
  TEMPLATE_TROUBLE.has(code) ? 'TEMPLATE_NOT_APPROVED' : 'PROVIDER_LIMIT'
const TEMPLATE_TROUBLE: ReadonlySet<number> = new Set([131064, 132015, 132016])

/** Whether a new campaign over the failed ones may include this one. */
export const mayBeTriedAgain = (code: number) =>
  ['RETRY', 'SLOW_DOWN', 'STOP_ALL', 'PAUSE_CAMPAIGN'].includes(providerError(code).class)

/** All codes of which that is so, as messages keep them. */
export const RETRYABLE_CODES: readonly string[] = Object.keys(CODES).filter((code) => mayBeTriedAgain(Number(code)))

export const SEND_TRIES_MAX = 5
const FIRST_WAIT_SECONDS = 5
const WAIT_SECONDS_MAX = 15 * 60

/** Seconds until try `tries + 1`, doubling; `chance` from 0 to 1 spreads them by up to a quarter. */
export function retrySeconds(code: number, tries: number, chance: number): number {
  const { waitSeconds = 0 } = providerError(code)
  const pair = code === 131056 ? 4 ** tries : 0
  const doubling = FIRST_WAIT_SECONDS * 2 ** (tries - 1)
  return Math.min(WAIT_SECONDS_MAX, Math.max(doubling, waitSeconds, pair) * (1 + chance / 4))
}
