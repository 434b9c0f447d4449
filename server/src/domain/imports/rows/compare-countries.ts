import type { CountryCode } from '../../contacts/country.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import { sizeFailure } from './contacts-of-row.ts'
import { type NumberReader, readNumbers } from './numbers.ts'
import { type ParsedRow, parseCells } from './parse-cells.ts'

/** The countries that numbers without a calling code are tried in. */
export interface CountryChoice {
  defaultCountry?: CountryCode
  /** undefined: not known yet; null: no country has more than half. */
  majority: CountryCode | null | undefined
}

/** How many rows come out how under one choice. */
export interface ChoiceCounts {
  valid: number
  /** Of the same rows, under the current choice. */
  validBefore: number
  /** Valid rows with a number that only the vendor's country decided. */
  ambiguous: number
  failed: number
  /** Rows with other numbers than under the current choice, including rows that become valid or fail. */
  changed: number
  /** For the majority of the file. They are final, even if the counts are not. */
  votes: Record<string, number>
  /** A number depends on the majority, which is not known: the counts are incomplete. */
  isUndecided: boolean
}

interface FileRules {
  columns: readonly ColumnUse[]
  labels: readonly string[]
  vendorCountry: CountryCode
}

/** Reads the same rows under several choices and compares the numbers with those of the current choice. */
export function compareCountries(
  rows: Iterable<readonly string[]>,
  rules: FileRules,
  current: CountryChoice,
  choices: readonly CountryChoice[],
  readNumber: NumberReader,
): ChoiceCounts[] {
  const { vendorCountry } = rules
  const counts = choices.map(() => emptyCounts())
  for (const cells of rows) {
    const row = parseCells(cells, rules)
    const before = readRow(row, { ...current, vendorCountry }, readNumber).numbers
    choices.forEach((choice, i) => {
      const after = readRow(row, { ...choice, vendorCountry }, readNumber)
      const count = counts[i] as ChoiceCounts
      for (const country of after.votes) count.votes[country] = (count.votes[country] ?? 0) + 1
      if (after.isUndecided) count.isUndecided = true
      if (after.numbers === '') count.failed++
      else count.valid++
      if (before !== '') count.validBefore++
      if (after.isAmbiguous) count.ambiguous++
      if (after.numbers !== before) count.changed++
    })
  }
  return counts
}

export const emptyCounts = (): ChoiceCounts => ({
  valid: 0,
  validBefore: 0,
  ambiguous: 0,
  failed: 0,
  changed: 0,
  votes: {},
  isUndecided: false,
})

/**
 * What the counts of a sample mean for all rows. Only rows that differ between the two choices are scaled up, so that an
 * estimate for a choice that changes nothing is exact.
 */
export function estimateFrom(
  sample: ChoiceCounts,
  { valid: validNow, failed: failedNow }: Record<'valid' | 'failed', number>,
) {
  const rows = validNow + failedNow
  const sampledRows = sample.valid + sample.failed
  const scaled = (count: number) => (sampledRows === 0 ? 0 : Math.round((count * rows) / sampledRows))
  const valid = Math.max(0, Math.min(rows, validNow + scaled(sample.valid - sample.validBefore)))
  return {
    valid,
    ambiguous: Math.min(valid, scaled(sample.ambiguous)),
    failed: rows - valid,
    changed: scaled(sample.changed),
    sampledRows,
  }
}

function readRow(row: ParsedRow, countries: CountryChoice & { vendorCountry: CountryCode }, readNumber: NumberReader) {
  if (sizeFailure(row)) return { numbers: '', isAmbiguous: false, isUndecided: false, votes: [] }
  const { outcomes, isUndecided, votes } = readNumbers(row, countries, readNumber)
  let numbers = ''
  let isAmbiguous = false
  for (const outcome of outcomes) {
    if (outcome.kind === 'bad') continue
    numbers += outcome.e164
    if (outcome.source === 'FALLBACK') isAmbiguous = true
  }
  return { numbers, isAmbiguous, isUndecided, votes }
}
