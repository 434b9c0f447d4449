import { type CountrySource, FAILURES, type FailureReason } from '../contact.ts'
import type { CountryCode } from '../country.ts'
import { cleanNumber } from './clean-number.ts'
import { type CountryContext, countryCandidates } from './country-inference.ts'
import { fastPath } from './fast-path.ts'
import { failureReasonOf, type NumberParser, type ParsedNumber } from './libphonenumber.ts'
import { isOneDigitAway } from './one-digit-away.ts'

/**
 * The source FALLBACK causes the `ambiguous country` warning. `mayBeMistyped`: it was not written as a number of
 * another country and is one digit away from a number of the row's or the home country, or is a number of the home
 * country as it stands while the row names a third one.
 */
export type DecidedNumber =
  | ({ kind: 'number'; source: CountrySource; mayBeMistyped?: true } & ParsedNumber)
  | { kind: 'bad'; reason: FailureReason }

/** Undecided: the country depends on the majority of the whole file. */
export type NumberOutcome = DecidedNumber | { kind: 'undecided' }

/**
 * Parses one number of an imported file. The rules are tried in order; a country counts only if the number is valid
 * there.
 */
export function readNumber(raw: string, context: CountryContext, read: NumberParser = fastPath): NumberOutcome {
  const digits = cleanNumber(raw)
  if (digits === undefined) return bad(FAILURES.malformed)
  if (digits.startsWith('+')) return readExplicit(digits, read)

  const abroad = readWithCallingCode(digits, context, read)
  if (abroad) return flagIfMistyped(abroad, digits, context, read)
  for (const [country, source] of countryCandidates(context)) {
    if (country === undefined) return { kind: 'undecided' }
    const reading = country && read.national(digits, country)
    if (reading) return flagIfMistyped(number(reading, source), digits, context, read)
  }
  return bad(failureReasonOf(withPlus(digits), context.column ?? context.default ?? context.majority ?? context.vendor))
}

/**
 * Flags a number as possibly mistyped if its digits, the other rows or the default country led to another country than
 * the row's or the expected one, and it is one digit away from a number there. Not if the row names the country that was
 * read, or if the number is valid at home too; but then it is flagged if only the cell of a third country prevented that
 * reading.
 */
function flagIfMistyped(
  outcome: DecidedNumber,
  digits: string,
  context: CountryContext,
  read: NumberParser,
): DecidedNumber {
  const { column, default: home = context.vendor } = context
  if (outcome.kind === 'bad' || !MAY_BE_MISTYPED.has(outcome.source)) return outcome
  if (outcome.countryCode === column || (outcome.countryCode === home && !column)) return outcome
  const isDoubtful = (country: CountryCode) =>
    country !== outcome.countryCode && isOneDigitAway(digits, country) && !read.national(digits, country)
  const isAnotherAtHome = () => outcome.countryCode !== home && differs(read.national(digits, home), outcome)
  return (column && isDoubtful(column)) || isDoubtful(home) || (column && isAnotherAtHome())
    ? { ...outcome, mayBeMistyped: true }
    : outcome
}

const differs = (reading: ParsedNumber | undefined, { e164 }: ParsedNumber) => reading && reading.e164 !== e164

/** The others are written as a number of that country, decided by the row, or have another warning. */
const MAY_BE_MISTYPED: ReadonlySet<CountrySource> = new Set(['PREFIX', 'DEFAULT', 'MAJORITY'])

/** Parses a number that must be international, with or without its `+`, as sent through the API. */
export function readInternational(raw: string, read: NumberParser = fastPath): DecidedNumber {
  const digits = cleanNumber(raw)
  if (digits === undefined) return bad(FAILURES.malformed)
  return readExplicit(`+${digits.replace(/^(?:\+|00|011)/, '')}`, read)
}

/** A `+` determines the country, right or wrong: +98… is never an Indian number that begins with 98. */
function readExplicit(digits: string, read: NumberParser): DecidedNumber {
  const reading = read.international(digits.slice(1))
  return reading ? number(reading, 'EXPLICIT') : bad(failureReasonOf(digits))
}

/**
 * Digits after 00 or 011, and bare digits that begin with a calling code. Except after 00, which is unambiguous, a
 * different valid number in the home country takes precedence: one Indian mobile in sixteen, and landlines of Delhi
 * (011 …), would otherwise be taken for numbers of other countries.
 */
function readWithCallingCode(digits: string, context: CountryContext, read: NumberParser): DecidedNumber | undefined {
  const dialOut = DIAL_OUT.exec(digits)?.[0] ?? ''
  const abroad = read.international(digits.slice(dialOut.length))
  if (!abroad) return undefined
  if (dialOut !== '00') {
    const home = read.national(digits, context.column ?? context.default ?? context.vendor)
    if (home && home.e164 !== abroad.e164) return undefined
  }
  return number(abroad, dialOut ? 'EXPLICIT' : 'PREFIX')
}

const DIAL_OUT = /^(?:00|011)(?=[1-9])/

/** Like a `+`, 00 always precedes a calling code; 011 may be an area code. */
const withPlus = (digits: string) => digits.replace(/^00(?=[1-9])/, '+')

/** Copied field by field, which halves the time for a million numbers. */
const number = ({ e164, countryCode, nationalNumber }: ParsedNumber, source: CountrySource): DecidedNumber => ({
  kind: 'number',
  e164,
  countryCode,
  nationalNumber,
  source,
})

const bad = (reason: FailureReason): DecidedNumber => ({ kind: 'bad', reason })
