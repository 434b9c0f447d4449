import { assert } from '../../assert.ts'
import { type CountrySource, FAILURES, type FailureReason, mistypedWarning, WARNINGS } from '../../contacts/contact.ts'
import type { CountryCode } from '../../contacts/country.ts'
import { LABELS_PER_CONTACT_SOFT_MAX } from '../../contacts/labels.ts'
import type { Reading } from '../../contacts/phone/library.ts'
import type { SettledNumber } from '../../contacts/phone/read-number.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import { namePlaces } from './names.ts'
import { type NumberReader, readNumbers } from './numbers.ts'
import { type SortedRow, sortCells } from './sort-cells.ts'

export interface RowRules {
  columns: readonly ColumnUse[]
  defaultCountry?: CountryCode
  vendorCountry: CountryCode
  /** undefined: not counted yet; null: no country has more than half. */
  majority: CountryCode | null | undefined
  /** Given to every contact of the upload. */
  labels: readonly string[]
}

export interface RowContact extends Reading {
  name: string
  countrySource: CountrySource
  labels: readonly string[]
  attributes: Readonly<Record<string, string>>
  warnings: readonly string[]
}

/**
 * `votes` are the countries of the numbers that say themselves where they belong, for the majority of the file. They
 * are the same whether the majority is known or not: whoever counts them counts each row once, at its first reading.
 */
export type RowOutcome = { votes: readonly Reading['countryCode'][] } & (
  | RowContacts
  | { kind: 'failed'; reason: FailureReason }
  /** A number waits for the majority: the row is read again once that is known. */
  | { kind: 'parked' }
)

interface RowContacts {
  kind: 'contacts'
  /** At least one, each number once. */
  contacts: RowContact[]
  /** Those of all its contacts, each once. They never quote the row. */
  warnings: string[]
}

/** More than any person has: such a cell is not a person's, and reading it would hold up everybody else. */
export const NUMBERS_PER_ROW_MAX = 100
export const LABELS_PER_ROW_MAX = 1000

/** Turns one row of a file into its contacts. A row never throws for what it says: a bad one is an outcome. */
export function contactsOfRow(cells: readonly string[], rules: RowRules, readNumber: NumberReader): RowOutcome {
  const row = sortCells(cells, rules)
  if (row.numbers.length > NUMBERS_PER_ROW_MAX || row.labels.length > LABELS_PER_ROW_MAX)
    return { kind: 'failed', reason: FAILURES.crashed, votes: [] }
  const { places, isUnsettled, votes } = readNumbers(row, rules, readNumber)
  if (isUnsettled) {
    assert(rules.majority === undefined, 'a number has to wait for the country majority although it is known')
    return { kind: 'parked', votes }
  }
  const reasons = reasonsOf(places)
  if (places.every(({ kind }) => kind === 'bad')) {
    const [reason] = reasons
    return { kind: 'failed', reason: reason && reasons.length === 1 ? reason : FAILURES.noNumber, votes }
  }
  const { names, isSuspicious } = namePlaces(row.name, places.length)
  const ofRow: string[] = []
  if (isSuspicious || row.isSuspicious) ofRow.push(WARNINGS.suspiciousFormatting)
  if (row.labels.length > LABELS_PER_CONTACT_SOFT_MAX) ofRow.push(WARNINGS.manyLabels)
  ofRow.push(...reasons)
  const contacts: RowContact[] = []
  const warnings: string[] = []
  let at = 0
  for (const place of places) {
    const name = names[at++] ?? ''
    if (place.kind === 'bad') continue
    const contact = contactOf(row, place, name, ofRow)
    contacts.push(contact)
    warnings.push(...contact.warnings)
  }
  return { kind: 'contacts', contacts, warnings: distinct(warnings), votes }
}

function reasonsOf(places: readonly SettledNumber[]): FailureReason[] {
  const reasons: FailureReason[] = []
  for (const place of places) if (place.kind === 'bad') reasons.push(place.reason)
  return distinct(reasons)
}

const distinct = <Item>(items: Item[]): Item[] => (items.length > 1 ? [...new Set(items)] : items)

function contactOf(
  { labels, attributes }: SortedRow,
  { e164, countryCode, nationalNumber, source, mayBeMistyped }: SettledNumber & { kind: 'number' },
  name: string,
  ofRow: readonly string[],
): RowContact {
  let warnings = ofRow
  if (source === 'FALLBACK') warnings = [WARNINGS.ambiguousCountry, ...ofRow]
  else if (mayBeMistyped) warnings = [mistypedWarning(countryCode), ...ofRow]
  return { name, e164, countryCode, nationalNumber, countrySource: source, labels, attributes, warnings }
}
