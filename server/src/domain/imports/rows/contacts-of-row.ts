import { assert } from '../../assert.ts'
import { areWithinBytes } from '../../contacts/attribute-size.ts'
import type { Consent } from '../../contacts/consent.ts'
import { type CountrySource, FAILURES, type FailureReason, mistypedWarning, WARNINGS } from '../../contacts/contact.ts'
import type { CountryCode } from '../../contacts/country.ts'
import { LABELS_PER_CONTACT_SOFT_MAX } from '../../contacts/labels.ts'
import type { ParsedNumber } from '../../contacts/phone/libphonenumber.ts'
import type { DecidedNumber } from '../../contacts/phone/read-number.ts'
import { ATTRIBUTE_BYTES_PER_CONTACT_MAX, ATTRIBUTE_BYTES_PER_ROW_MAX } from '../../limits.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import { assignNames } from './assign-names.ts'
import { type NumberReader, readNumbers } from './numbers.ts'
import { type ParsedRow, parseCells } from './parse-cells.ts'

export interface RowRules {
  columns: readonly ColumnUse[]
  defaultCountry?: CountryCode
  vendorCountry: CountryCode
  /** undefined: not known yet; null: no country has more than half. */
  majority: CountryCode | null | undefined
  /** Added to every contact of the upload. */
  labels: readonly string[]
}

export interface RowContact extends ParsedNumber {
  name: string
  countrySource: CountrySource
  labels: readonly string[]
  attributes: Readonly<Record<string, string>>
  consent: Consent | undefined
  warnings: readonly string[]
}

/**
 * `votes` are the countries of the numbers that state their own country, for the majority of the file. They are the
 * same whether the majority is known or not, so each row is counted once, in the first round.
 */
export type RowOutcome = { votes: readonly ParsedNumber['countryCode'][] } & (
  | RowContacts
  | { kind: 'failed'; reason: FailureReason }
  /** The country of a number depends on the majority: the row is evaluated again once that is known. */
  | { kind: 'waiting' }
)

interface RowContacts {
  kind: 'contacts'
  /** At least one, each number once. */
  contacts: RowContact[]
  /** The distinct warnings of all contacts. They never quote the row. */
  warnings: string[]
}

/** More than any person has. Such a cell does not describe a person, and parsing it would delay all other rows. */
export const NUMBERS_PER_ROW_MAX = 100
export const LABELS_PER_ROW_MAX = 1000

/** Why a row is not evaluated at all. */
export function sizeFailure({ numbers, labels, attributes }: ParsedRow): FailureReason | undefined {
  if (numbers.length > NUMBERS_PER_ROW_MAX || labels.length > LABELS_PER_ROW_MAX) return FAILURES.crashed
  const bytesMax = Math.min(ATTRIBUTE_BYTES_PER_CONTACT_MAX, ATTRIBUTE_BYTES_PER_ROW_MAX / (numbers.length || 1))
  return areWithinBytes(attributes, bytesMax) ? undefined : FAILURES.tooMuchText
}

/** Turns one row of a file into its contacts. Invalid data is an outcome and never throws. */
export function contactsOfRow(cells: readonly string[], rules: RowRules, readNumber: NumberReader): RowOutcome {
  const row = parseCells(cells, rules)
  const tooLarge = sizeFailure(row)
  if (tooLarge) return { kind: 'failed', reason: tooLarge, votes: [] }
  const { outcomes, isUndecided, votes } = readNumbers(row, rules, readNumber)
  if (isUndecided) {
    assert(rules.majority === undefined, 'a number has to wait for the country majority although it is known')
    return { kind: 'waiting', votes }
  }
  const reasons = reasonsOf(outcomes)
  if (row.isNumberUncalculated) reasons.push(FAILURES.uncalculated)
  if (outcomes.every(({ kind }) => kind === 'bad')) {
    const [reason] = reasons
    return { kind: 'failed', reason: reason && reasons.length === 1 ? reason : FAILURES.noNumber, votes }
  }
  const { names, isSuspicious } = assignNames(row.name, outcomes.length)
  const rowWarnings: string[] = []
  if (isSuspicious || row.isSuspicious) rowWarnings.push(WARNINGS.suspiciousFormatting)
  if (row.hasUnclosedQuote) rowWarnings.push(WARNINGS.unclosedQuote)
  if (row.labels.length > LABELS_PER_CONTACT_SOFT_MAX) rowWarnings.push(WARNINGS.manyLabels)
  if (row.consent.isUnclear) rowWarnings.push(WARNINGS.unclearConsent)
  rowWarnings.push(...reasons)
  if (row.isUncalculated && !row.isNumberUncalculated) rowWarnings.push(FAILURES.uncalculated)
  const contacts: RowContact[] = []
  const warnings: string[] = []
  let at = 0
  for (const outcome of outcomes) {
    const name = names[at++] ?? ''
    if (outcome.kind === 'bad') continue
    const contact = contactOf(row, outcome, name, rowWarnings)
    contacts.push(contact)
    warnings.push(...contact.warnings)
  }
  return { kind: 'contacts', contacts, warnings: distinct(warnings), votes }
}

function reasonsOf(outcomes: readonly DecidedNumber[]): FailureReason[] {
  const reasons: FailureReason[] = []
  for (const outcome of outcomes) if (outcome.kind === 'bad') reasons.push(outcome.reason)
  return distinct(reasons)
}

const distinct = <Item>(items: Item[]): Item[] => (items.length > 1 ? [...new Set(items)] : items)

function contactOf(
  { labels, attributes, consent: { consent } }: ParsedRow,
  { e164, countryCode, nationalNumber, source, mayBeMistyped }: DecidedNumber & { kind: 'number' },
  name: string,
  rowWarnings: readonly string[],
): RowContact {
  let warnings = rowWarnings
  if (source === 'FALLBACK') warnings = [WARNINGS.ambiguousCountry, ...rowWarnings]
  else if (mayBeMistyped) warnings = [mistypedWarning(countryCode), ...rowWarnings]
  return { name, e164, countryCode, nationalNumber, countrySource: source, labels, attributes, consent, warnings }
}
