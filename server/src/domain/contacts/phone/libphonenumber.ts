import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max'
import { FAILURES, type FailureReason } from '../contact.ts'
import { type CountryCode, callingCodeOf, countriesOf, WORLD } from '../country.ts'

/** A valid number and its parts. */
export interface ParsedNumber {
  e164: string
  countryCode: CountryCode | typeof WORLD
  nationalNumber: string
}

/** The two lookups that the country rules need. Only valid numbers are returned. */
export interface NumberParser {
  /** Parses digits that begin with a calling code. */
  international(digits: string): ParsedNumber | undefined
  /** Parses digits as written inside the country. Countries that share its calling code are accepted too. */
  national(digits: string, country: CountryCode): ParsedNumber | undefined
}

/** The reference implementation: libphonenumber with all metadata, at twenty microseconds a number. */
export const libphonenumber: NumberParser = {
  international: (digits) => toParsedNumber(parsePhoneNumberFromString(`+${digits}`, WHOLE)),

  national(digits, country) {
    const parsed = parsePhoneNumberFromString(digits, { ...WHOLE, defaultCountry: country })
    // The library also strips a country's own dial-out prefix; the rest may be a number of any country.
    return parsed?.countryCallingCode === callingCodeOf(country) ? toParsedNumber(parsed) : undefined
  },
}

/** Why an invalid number is rejected. Without a `+` it is checked as a number of the country. */
export function failureReasonOf(digits: string, country?: CountryCode): FailureReason {
  const problem = validatePhoneNumberLength(digits, country)
  if (problem === undefined) return FAILURES.impossible
  return problem === 'INVALID_COUNTRY' ? FAILURES.invalidCountry : FAILURES.digitCount
}

const WHOLE = { extract: false } as const

type Parsed = ReturnType<typeof parsePhoneNumberFromString>

function toParsedNumber(parsed: Parsed): ParsedNumber | undefined {
  if (!parsed?.isValid()) return undefined
  const countryCode = parsed.country ?? countriesOf(parsed.countryCallingCode)[0] ?? WORLD
  return { e164: parsed.number, countryCode, nationalNumber: parsed.nationalNumber }
}
