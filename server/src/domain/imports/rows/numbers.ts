import { COUNTRY_SOURCES, FAILURES } from '../../contacts/contact.ts'
import type { CountryCode } from '../../contacts/country.ts'
import type { CountryContext } from '../../contacts/phone/country-inference.ts'
import type { ParsedNumber } from '../../contacts/phone/libphonenumber.ts'
import type { DecidedNumber, NumberOutcome } from '../../contacts/phone/read-number.ts'

export type NumberReader = (raw: string, context: CountryContext) => NumberOutcome

export interface RowNumbers {
  numbers: readonly string[]
  /** `unknown`: the country column contains something that is not a country. `NA?`: Namibia or not available. */
  country: CountryCode | 'NA?' | 'unknown' | undefined
}

interface NumbersRead {
  /** In the order of the row. An invalid number keeps its position; a repeated number has none of its own. */
  outcomes: DecidedNumber[]
  isUndecided: boolean
  votes: ParsedNumber['countryCode'][]
}

interface Countries {
  defaultCountry?: CountryCode
  vendorCountry: CountryCode
  majority: CountryCode | null | undefined
}

export function readNumbers(row: RowNumbers, countries: Countries, readNumber: NumberReader): NumbersRead {
  const context = contextOf(row, countries)
  const decided: DecidedNumber[] = []
  for (const text of row.numbers) {
    const namibian = row.country === 'NA?' ? readNumber(text, { ...context, column: 'NA' }) : undefined
    const outcome = isNamibian(namibian) ? namibian : readNumber(text, context)
    if (row.country === 'unknown') decided.push(requireExplicitCountry(outcome))
    else if (outcome.kind !== 'undecided') decided.push(outcome)
  }
  const outcomes = dedupeNumbers(decided)
  return { outcomes, isUndecided: decided.length < row.numbers.length, votes: votesOf(outcomes) }
}

function contextOf({ country }: RowNumbers, { defaultCountry, vendorCountry, majority }: Countries): CountryContext {
  const column = country === 'unknown' || country === 'NA?' ? undefined : country
  return { vendor: vendorCountry, majority, default: defaultCountry, column }
}

/** Other numbers show that NA means not available. */
const isNamibian = (outcome: NumberOutcome | undefined): outcome is DecidedNumber =>
  outcome?.kind === 'number' && outcome.countryCode === 'NA'

/**
 * If the country column is unreadable, only numbers with their own calling code are valid; the others cannot be
 * verified.
 */
function requireExplicitCountry(outcome: NumberOutcome): DecidedNumber {
  if (outcome.kind === 'number' && outcome.source === 'EXPLICIT') return outcome
  if (outcome.kind === 'bad' && outcome.reason === FAILURES.malformed) return outcome
  return { kind: 'bad', reason: FAILURES.invalidCountry }
}

/** Keeps equal numbers once, at the first position and with the strongest source of their country. */
function dedupeNumbers(outcomes: DecidedNumber[]): DecidedNumber[] {
  if (outcomes.length === 1) return outcomes
  const distinct: DecidedNumber[] = []
  const positionOf = new Map<string, number>()
  for (const outcome of outcomes) {
    const at = outcome.kind === 'number' ? positionOf.get(outcome.e164) : undefined
    const other = at === undefined ? undefined : distinct[at]
    if (at === undefined || other === undefined) {
      if (outcome.kind === 'number') positionOf.set(outcome.e164, distinct.length)
      distinct.push(outcome)
    } else if (sourceRank(outcome) < sourceRank(other)) distinct[at] = outcome
  }
  return distinct
}

const sourceRank = (outcome: DecidedNumber) =>
  outcome.kind === 'number' ? COUNTRY_SOURCES.indexOf(outcome.source) : -1

/** Only numbers that do not depend on the majority vote, so it cannot change the votes. */
function votesOf(outcomes: readonly DecidedNumber[]): ParsedNumber['countryCode'][] {
  const votes: ParsedNumber['countryCode'][] = []
  for (const outcome of outcomes)
    if (outcome.kind === 'number' && (outcome.source === 'EXPLICIT' || outcome.source === 'PREFIX'))
      votes.push(outcome.countryCode)
  return votes
}
