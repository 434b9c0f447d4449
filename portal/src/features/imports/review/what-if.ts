import type { CountryResult } from '../queries.ts'

interface Now {
  validRows: number
  /** Null: none. */
  defaultCountry: string | null
  /** Whether numbers are known whose country is uncertain. */
  hasAmbiguous: boolean
}

export interface CountrySuggestion {
  country: string
  /** More valid rows than now; 0 if it only settles uncertain countries. */
  moreValid: number
  /** Rows whose country would no longer be uncertain; undefined if it is not known how many there are now. */
  settled?: number | undefined
}

/** The default country that would improve the import most; undefined if none would. */
export function suggestCountry(results: readonly CountryResult[], now: Now): CountrySuggestion | undefined {
  const others = results.filter(({ country }) => country !== now.defaultCountry)
  const [best] = [...others].sort((a, b) => b.valid - a.valid || a.ambiguous - b.ambiguous || a.changed - b.changed)
  if (!best || best.valid < now.validRows) return undefined
  const { country, valid, ambiguous, changed } = best
  if (valid > now.validRows) return { country, moreValid: valid - now.validRows }
  // As many valid rows with other numbers are no improvement.
  if (changed > 0) return undefined
  const current = results.find((result) => result.country === now.defaultCountry)
  const settled = current && current.ambiguous - ambiguous
  const isBetter = settled === undefined ? now.hasAmbiguous && ambiguous === 0 : settled > 0
  return isBetter ? { country, moreValid: 0, settled } : undefined
}

const COMPARED_MAX = 4

/** The countries worth comparing: the current one, the vendor's own and the most frequent ones of the preview. */
export function countriesToCompare(
  defaultCountry: string | null,
  own: string | undefined,
  found: readonly string[],
): string[] {
  const counts = new Map<string, number>()
  for (const country of found) counts.set(country, (counts.get(country) ?? 0) + 1)
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([country]) => country)
  const wanted = [defaultCountry ?? '', own ?? '', ...frequent].filter((country) => /^[A-Z]{2}$/.test(country))
  return [...new Set(wanted)].slice(0, COMPARED_MAX)
}
