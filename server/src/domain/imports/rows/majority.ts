import { type CountryCode, isCountry } from '../../contacts/country.ts'

/** The country with more than half of the votes of a file, if there is one. */
export function majorityOf(votes: Readonly<Record<string, number>>): CountryCode | null {
  const counts = Object.entries(votes)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const [winner] = counts.find(([, count]) => count * 2 > total) ?? []
  return winner !== undefined && isCountry(winner) ? winner : null
}
