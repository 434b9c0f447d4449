import { type CountrySource, FAILURES, type FailureReason } from '../contact.ts'
import { cleanNumber } from './clean-number.ts'
import { type CountryContext, countryCandidates } from './country-inference.ts'
import { fastPath } from './fast-path.ts'
import { type Reader, type Reading, reasonOf } from './library.ts'
import { isOneDigitAway } from './one-digit-away.ts'

/**
 * FALLBACK as the source calls for the `ambiguous country` warning. `mayBeMistyped`: it was not written as a number of
 * another country, and is one digit away from a number at home.
 */
export type SettledNumber =
  | ({ kind: 'number'; source: CountrySource; mayBeMistyped?: true } & Reading)
  | { kind: 'bad'; reason: FailureReason }

/** Unsettled: only the majority country of the whole file can tell. */
export type NumberOutcome = SettledNumber | { kind: 'unsettled' }

/** One number of an imported file. The rules are tried in order; a country counts only if the number is valid there. */
export function readNumber(raw: string, context: CountryContext, read: Reader = fastPath): NumberOutcome {
  const digits = cleanNumber(raw)
  if (digits === undefined) return bad(FAILURES.malformed)
  if (digits.startsWith('+')) return readExplicit(digits, read)

  const abroad = readAbroad(digits, context, read)
  if (abroad) return doubted(abroad, digits, context, read)
  for (const [country, source] of countryCandidates(context)) {
    if (country === undefined) return { kind: 'unsettled' }
    const reading = country && read.national(digits, country)
    if (reading) return doubted(number(reading, source), digits, context, read)
  }
  return bad(reasonOf(withPlus(digits), context.column ?? context.default ?? context.majority ?? context.vendor))
}

/**
 * Where nothing but the digits themselves or the other rows led to another country than the one the numbers are expected
 * in, a slip of the finger may have done it. Not so if the row names that country, or if it is a number at home as well.
 */
function doubted(outcome: SettledNumber, digits: string, context: CountryContext, read: Reader): SettledNumber {
  if (outcome.kind === 'bad' || (outcome.source !== 'PREFIX' && outcome.source !== 'MAJORITY')) return outcome
  const home = context.default ?? context.vendor
  if (outcome.countryCode === home || outcome.countryCode === context.column) return outcome
  const isDoubtful = isOneDigitAway(digits, home) && !read.national(digits, home)
  return isDoubtful ? { ...outcome, mayBeMistyped: true } : outcome
}

/** A number that can only be international, with or without its `+`: what comes through the API. */
export function readInternational(raw: string, read: Reader = fastPath): SettledNumber {
  const digits = cleanNumber(raw)
  if (digits === undefined) return bad(FAILURES.malformed)
  return readExplicit(`+${digits.replace(/^(?:\+|00|011)/, '')}`, read)
}

/** A `+` settles the country, right or wrong: +98… is never an Indian number that begins with 98. */
function readExplicit(digits: string, read: Reader): SettledNumber {
  const reading = read.international(digits.slice(1))
  return reading ? number(reading, 'EXPLICIT') : bad(reasonOf(digits))
}

/**
 * Digits behind 00 or 011, and bare digits that begin with a calling code. Except behind 00, which says it
 * plainly, another number at home has precedence: one Indian mobile in sixteen, and landlines of Delhi (011 …),
 * would otherwise be taken for numbers of other countries.
 */
function readAbroad(digits: string, context: CountryContext, read: Reader): SettledNumber | undefined {
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

/** 00 says as plainly as a `+` that a calling code follows; 011 may be an area code. */
const withPlus = (digits: string) => digits.replace(/^00(?=[1-9])/, '+')

/** Field by field: a million numbers are made in half the time. */
const number = ({ e164, countryCode, nationalNumber }: Reading, source: CountrySource): SettledNumber => ({
  kind: 'number',
  e164,
  countryCode,
  nationalNumber,
  source,
})

const bad = (reason: FailureReason): SettledNumber => ({ kind: 'bad', reason })
