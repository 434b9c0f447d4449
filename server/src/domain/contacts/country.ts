import type { CountryCode as LibraryCountry } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { countryNamed } from './country-names.ts'

/** ISO 3166 alpha-2 codes that have telephone numbers. */
export type CountryCode = LibraryCountry

/** The country of numbers that belong to none, such as +800: the United Nations' code for the world. */
export const WORLD = '001'

export const isCountry = (text: string): text is CountryCode => Object.hasOwn(metadata.countries, text)

export const callingCodeOf = (country: CountryCode): string => metadata.countries[country]?.[0]

/** The main country of a shared calling code comes first. */
export const countriesOf = (callingCode: string): readonly CountryCode[] =>
  metadata.country_calling_codes[callingCode] ?? []

/** Reads a cell of a country column: a code of two or three letters, a name (also `India (+91)`), or a calling code. */
export function readCountry(cell: string): CountryCode | undefined {
  const letters = cell.normalize('NFKC').trim().toUpperCase()
  if (isCountry(letters)) return letters
  const named = countryNamed(cell)
  if (named !== undefined) return isCountry(named) ? named : undefined
  const callingCode = CALLING_CODE.exec(letters.replace(NOISE, ''))?.[1]
  return callingCode === undefined ? undefined : countriesOf(callingCode)[0]
}

/** Invisible marks, spacing, quotes and brackets. */
const NOISE = /[\p{Cf}\s'"()]/gu
const CALLING_CODE = /^(?:\+|00)?([1-9][0-9]{0,2})$/
