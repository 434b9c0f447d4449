import { readCountry } from '../../contacts/country.ts'
import { isMostly } from './phone-columns.ts'

const NAME_CHARS_MAX = 60
/** Words of letters with the punctuation of names: initials, apostrophes, hyphens, and `&` between two people. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}.'’‘`\-\p{Cf}]*(?:[ ,&/]+[\p{L}\p{M}(][\p{L}\p{M}.'’‘`\-\p{Cf})]*){0,6}$/u

const looksLikeName = (cell: string) => cell.length > 1 && cell.length <= NAME_CHARS_MAX && NAME.test(cell)

/**
 * Whether the non-empty cells of a column may be people's names. Towns and groups are words too, but they repeat, and
 * names hardly do.
 */
export function mayBeNames(cells: readonly string[]): boolean {
  if (cells.length === 0 || !isMostly(cells, looksLikeName)) return false
  const isVaried = new Set(cells).size * 2 > cells.length
  return isVaried && !isMostly(cells, (cell) => readCountry(cell) !== undefined)
}
