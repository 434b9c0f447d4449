import type { Consent } from './consent.ts'
import { LABELS_PER_CONTACT_SOFT_MAX } from './labels.ts'

/** The personal data of a contact. It is encrypted as a whole. */
export interface Profile {
  /** Digits only: the E.164 number without its `+`. */
  mobile: string
  /** May be empty. */
  name: string
  attributes: Readonly<Record<string, string>>
  consent?: Consent | undefined
}

/** Where a contact came from. A file never overwrites a contact written by hand (MANUAL). */
export const CONTACT_SOURCES = ['MANUAL', 'IMPORT', 'API', 'INBOUND'] as const
export type ContactSource = (typeof CONTACT_SOURCES)[number]

export const MERGE_STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const
export type MergeStrategy = (typeof MERGE_STRATEGIES)[number]

/** The data that a merge compares. An attribute without a value is the same as no attribute. */
export interface Mergeable {
  name: string
  attributes: Readonly<Record<string, string>>
  labels: readonly string[]
  consent?: Consent | undefined
}

/** What an import does with one incoming contact. */
export type ContactAction = 'CREATE' | 'UPDATE' | 'MERGE' | 'SKIP'

/** Which rule determined the country of a number, strongest first. */
export const COUNTRY_SOURCES = ['EXPLICIT', 'PREFIX', 'COLUMN', 'DEFAULT', 'MAJORITY', 'FALLBACK'] as const
export type CountrySource = (typeof COUNTRY_SOURCES)[number]

/** Why a row, or a number in it, cannot be used. The texts are part of the API. */
export const FAILURES = {
  noNumber: 'no valid phone number found',
  malformed: 'malformed number',
  invalidCountry: 'invalid country code',
  digitCount: 'invalid digit count',
  impossible: 'impossible number',
  uncalculated: 'formula without a stored result',
  tooMuchText: 'too much text in the row',
  crashed: 'row could not be processed',
} as const
export type FailureReason = (typeof FAILURES)[keyof typeof FAILURES]

/** Things a vendor should check, though the contact is kept. The texts are part of the API. */
export const WARNINGS = {
  duplicate: 'duplicate contact',
  ambiguousCountry: 'ambiguous country',
  suspiciousFormatting: 'suspicious formatting',
  mistyped: 'number may be mistyped',
  unclearConsent: 'consent not understood',
  unclosedQuote: 'unclosed quotation mark',
  attributesFull: 'attributes not added',
  manyLabels: `more than ${LABELS_PER_CONTACT_SOFT_MAX} labels`,
} as const

/** The country is the one that the number was read as. */
export const mistypedWarning = (countryCode: string) => `${WARNINGS.mistyped} (read as ${countryCode})`

/** The columns that an error report adds. They are ignored when the report is uploaded again. */
export const FAILURE_REASON_COLUMN = 'FailureReason'
export const ROW_ID_COLUMN = 'RowId'
