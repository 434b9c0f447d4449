import metadata from 'libphonenumber-js/max/metadata'
import { type CountryCode, isCountry } from '../country.ts'

/** The library's metadata for the numbers of one country, or of a calling code without a country. */
export interface NumberingPlan {
  callingCode: string
  country: CountryCode | undefined
  /** The prefix dialled before a calling code. */
  dialOut: RegExp
  general: RegExp
  /** Matches the numbers of every type: mobiles, landlines and others. */
  valid: RegExp
  /** Matches mobile numbers, or all numbers if the country does not distinguish them from landlines. */
  mobile: RegExp
  mobileLengths: readonly number[]
  /** In ascending order. */
  lengths: readonly number[]
  trunkPrefix: RegExp
  /** Distinguishes the countries of a shared calling code. */
  leadingDigits: RegExp | undefined
}

const plans = new Map<string, NumberingPlan>()

/** Compiles each plan on first use. */
export function planOf(countryOrCallingCode: string): NumberingPlan {
  const cached = plans.get(countryOrCallingCode)
  if (cached) return cached
  const plan = compile(countryOrCallingCode)
  plans.set(countryOrCallingCode, plan)
  return plan
}

/** No calling code is a prefix of another. */
export function callingCodeAt(digits: string): string | undefined {
  for (let length = 1; length <= CALLING_CODE_DIGITS_MAX; length++) {
    const code = digits.slice(0, length)
    if (CALLING_CODES.has(code)) return code
  }
  return undefined
}

const CALLING_CODE_DIGITS_MAX = 3
const CALLING_CODES = new Set([...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)])

function compile(countryOrCallingCode: string): NumberingPlan {
  const country = isCountry(countryOrCallingCode) ? countryOrCallingCode : undefined
  const source = country ? metadata.countries[country] : metadata.nonGeographic[countryOrCallingCode]
  const [callingCode, dialOut, general, lengths, , trunk, , trunkForParsing, , , leadingDigits, types] =
    source as Fields
  const typed = types.flatMap((type) => typePattern(type, lengths))
  const [landline, mobile] = types
  const asMobile = hasPattern(mobile) ? mobile : hasPattern(landline) ? landline : undefined
  return {
    callingCode,
    country,
    dialOut: beginning(dialOut || NOTHING),
    general: entire(general),
    valid: entire(`(?=(?:${general})$)(?:${typed.join('|')})`),
    mobile: entire(asMobile?.[0] || NOTHING),
    mobileLengths: asMobile?.[1] ?? lengths,
    lengths,
    trunkPrefix: beginning(trunkForParsing || trunk || NOTHING),
    leadingDigits: leadingDigits ? beginning(leadingDigits) : undefined,
  }
}

/** The metadata are positional. Zero means that a country does not have the field. */
type Fields = [
  callingCode: string,
  dialOut: string | 0,
  general: string,
  lengths: readonly number[],
  formats: unknown,
  trunk: string | 0,
  trunkFormat: unknown,
  trunkForParsing: string | 0,
  trunkTransform: unknown,
  trunkOptional: unknown,
  leadingDigits: string | 0,
  types: readonly (NumberType | 0)[],
]

/** The pattern is empty if another type has the same; the lengths are omitted if they are the general ones. */
type NumberType = readonly [pattern: string, lengths?: readonly number[]]

function typePattern(type: NumberType | 0, generalLengths: readonly number[]): string[] {
  if (!type) return []
  const [pattern, lengths = generalLengths] = type
  return pattern ? [`(?=(?:${lengths.map((length) => `.{${length}}`).join('|')})$)(?:${pattern})`] : []
}

const hasPattern = (type: NumberType | 0 | undefined): type is NumberType =>
  type !== undefined && type !== 0 && type[0] !== ''

const NOTHING = '(?!)'
const beginning = (pattern: string) => new RegExp(`^(?:${pattern})`)
const entire = (pattern: string) => new RegExp(`^(?:${pattern})$`)
