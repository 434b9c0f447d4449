import { COUNTRY_SOURCES, FAILURES } from '../../contacts/contact.ts'
import type { CountryCode } from '../../contacts/country.ts'
import type { CountryContext } from '../../contacts/phone/country-inference.ts'
import type { Reading } from '../../contacts/phone/library.ts'
import type { NumberOutcome, SettledNumber } from '../../contacts/phone/read-number.ts'

export type NumberReader = (raw: string, context: CountryContext) => NumberOutcome

export interface RowNumbers {
  numbers: readonly string[]
  /** `unknown`: the country column says something that is no country. */
  country: CountryCode | 'unknown' | undefined
}

export interface NumbersRead {
  /** In the order of the row. A bad number keeps its place; one that is there again has none of its own. */
  places: SettledNumber[]
  isUnsettled: boolean
  votes: Reading['countryCode'][]
}

interface Countries {
  defaultCountry?: CountryCode
  vendorCountry: CountryCode
  majority: CountryCode | null | undefined
}

export function readNumbers(row: RowNumbers, countries: Countries, readNumber: NumberReader): NumbersRead {
  const context = contextOf(row, countries)
  const settled: SettledNumber[] = []
  for (const text of row.numbers) {
    const outcome = row.country === 'unknown' ? withoutCountry(readNumber(text, context)) : readNumber(text, context)
    if (outcome.kind !== 'unsettled') settled.push(outcome)
  }
  const places = eachNumberOnce(settled)
  return { places, isUnsettled: settled.length < row.numbers.length, votes: votesOf(places) }
}

function contextOf({ country }: RowNumbers, { defaultCountry, vendorCountry, majority }: Countries): CountryContext {
  const column = country === 'unknown' ? undefined : country
  return { vendor: vendorCountry, majority, default: defaultCountry, column }
}

/** A country that nobody can read leaves only numbers that name their own; whether others are right it alone can tell. */
function withoutCountry(outcome: NumberOutcome): SettledNumber {
  if (outcome.kind === 'number' && outcome.source === 'EXPLICIT') return outcome
  if (outcome.kind === 'bad' && outcome.reason === FAILURES.malformed) return outcome
  return { kind: 'bad', reason: FAILURES.invalidCountry }
}

/** Equal numbers count once, at the first of their places, and with the best of the reasons for their country. */
function eachNumberOnce(outcomes: SettledNumber[]): SettledNumber[] {
  if (outcomes.length === 1) return outcomes
  const places: SettledNumber[] = []
  const placeOf = new Map<string, number>()
  for (const outcome of outcomes) {
    const at = outcome.kind === 'number' ? placeOf.get(outcome.e164) : undefined
    const other = at === undefined ? undefined : places[at]
    if (at === undefined || other === undefined) {
      if (outcome.kind === 'number') placeOf.set(outcome.e164, places.length)
      places.push(outcome)
    } else if (weakness(outcome) < weakness(other)) places[at] = outcome
  }
  return places
}

const weakness = (outcome: SettledNumber) => (outcome.kind === 'number' ? COUNTRY_SOURCES.indexOf(outcome.source) : -1)

/** These do not ask for the majority, so it cannot change them. */
function votesOf(places: readonly SettledNumber[]): Reading['countryCode'][] {
  const votes: Reading['countryCode'][] = []
  for (const place of places)
    if (place.kind === 'number' && (place.source === 'EXPLICIT' || place.source === 'PREFIX'))
      votes.push(place.countryCode)
  return votes
}
