import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max'
import { FAILURES, type FailureReason } from '../contact.ts'
import { type CountryCode, callingCodeOf, countriesOf, WORLD } from '../country.ts'

/** A valid number, taken apart. */
export interface Reading {
  e164: string
  countryCode: CountryCode | typeof WORLD
  nationalNumber: string
}

/** The two questions the country rules ask. Only valid numbers are answers. */
export interface Reader {
  /** Digits that begin with a calling code. */
  international(digits: string): Reading | undefined
  /** Digits as somebody in that country writes them. Its neighbours under the same calling code count as well. */
  national(digits: string, country: CountryCode): Reading | undefined
}

/** libphonenumber with all its metadata: the truth about numbers, at twenty microseconds each. */
export const library: Reader = {
  international: (digits) => readingOf(parsePhoneNumberFromString(`+${digits}`, WHOLE)),

  national(digits, country) {
    const parsed = parsePhoneNumberFromString(digits, { ...WHOLE, defaultCountry: country })
    // The library also strips a country's own dial-out prefix; what follows may be a number of anywhere.
    return parsed?.countryCallingCode === callingCodeOf(country) ? readingOf(parsed) : undefined
  },
}

/** Why a number that is valid nowhere is refused. Without a `+` it is judged as one of the country's. */
export function reasonOf(digits: string, country?: CountryCode): FailureReason {
  const problem = validatePhoneNumberLength(digits, country)
  if (problem === undefined) return FAILURES.impossible
  return problem === 'INVALID_COUNTRY' ? FAILURES.invalidCountry : FAILURES.digitCount
}

const WHOLE = { extract: false } as const

type Parsed = ReturnType<typeof parsePhoneNumberFromString>

function readingOf(parsed: Parsed): Reading | undefined {
  if (!parsed?.isValid()) return undefined
  const countryCode = parsed.country ?? countriesOf(parsed.countryCallingCode)[0] ?? WORLD
  return { e164: parsed.number, countryCode, nationalNumber: parsed.nationalNumber }
}
