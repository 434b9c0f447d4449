import { LABELS_PER_CONTACT_SOFT_MAX } from './labels.ts'

/** What a contact says about a person. It is encrypted as one. */
export interface Profile {
  /** Digits only: the E.164 number without its `+`. */
  mobile: string
  /** May be empty. */
  name: string
  attributes: Readonly<Record<string, string>>
}

/** Where a contact came from. What a person wrote by hand (MANUAL) is never overwritten by a file. */
export const CONTACT_SOURCES = ['MANUAL', 'IMPORT', 'API', 'INBOUND'] as const
export type ContactSource = (typeof CONTACT_SOURCES)[number]

export const MERGE_STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const
export type MergeStrategy = (typeof MERGE_STRATEGIES)[number]

/** What a merge is about. An attribute without a value is the same as none. */
export interface Mergeable {
  name: string
  attributes: Readonly<Record<string, string>>
  labels: readonly string[]
}

/** What an import does with one incoming contact. */
export type ContactAction = 'CREATE' | 'UPDATE' | 'MERGE' | 'SKIP'

/** Which rule decided a number's country, the strongest first. */
export const COUNTRY_SOURCES = ['EXPLICIT', 'PREFIX', 'COLUMN', 'DEFAULT', 'MAJORITY', 'FALLBACK'] as const
export type CountrySource = (typeof COUNTRY_SOURCES)[number]

/** Why a row, or a number in it, cannot be used. The words are part of the API. */
export const FAILURES = {
  noNumber: 'no valid phone number found',
  malformed: 'malformed number',
  invalidCountry: 'invalid country code',
  digitCount: 'invalid digit count',
  impossible: 'impossible number',
  crashed: 'row could not be processed',
} as const
export type FailureReason = (typeof FAILURES)[keyof typeof FAILURES]

/** What a vendor should look at, though the contact is kept. The words are part of the API. */
export const WARNINGS = {
  duplicate: 'duplicate contact',
  ambiguousCountry: 'ambiguous country',
  suspiciousFormatting: 'suspicious formatting',
  mistyped: 'number may be mistyped',
  manyLabels: `more than ${LABELS_PER_CONTACT_SOFT_MAX} labels`,
} as const

/** The country is where the number was taken to belong. */
export const mistypedWarning = (countryCode: string) => `${WARNINGS.mistyped} (read as ${countryCode})`

/** The column that an error report adds, and that is ignored when the report comes back as a file. */
export const FAILURE_REASON_COLUMN = 'FailureReason'
