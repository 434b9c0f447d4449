import { readCountry } from '../../contacts/country.ts'
import { readConsentStatus } from '../rows/consent-cells.ts'
import { isMostly } from './phone-columns.ts'

const NAME_CHARS_MAX = 60
/** Words of letters with the punctuation of names: initials, apostrophes, hyphens, and `&` between two people. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}.'’‘`\-\p{Cf}]*(?:[ ,&/]+[\p{L}\p{M}(][\p{L}\p{M}.'’‘`\-\p{Cf})]*){0,6}$/u

const looksLikeName = (cell: string) => cell.length > 1 && cell.length <= NAME_CHARS_MAX && NAME.test(cell)

/** Whether the non-empty cells of a column look like people's names, though they may be groups or towns as well. */
export const looksLikeNames = (cells: readonly string[]) =>
  isMostly(cells, looksLikeName) &&
  new Set(cells).size > Math.min(1, cells.length - 1) &&
  !isMostly(cells, (cell) => readCountry(cell) !== undefined || readConsentStatus(cell) !== undefined)

/** Towns and groups are words too, but they repeat, and names hardly do. */
export const mayBeNames = (cells: readonly string[]) => looksLikeNames(cells) && new Set(cells).size * 2 > cells.length

/** Words such as `gold` or `retail` are written in lower case, names hardly ever. Scripts without cases count as names. */
export const areInLowerCase = (cells: readonly string[]) =>
  isMostly(cells, (cell) => cell === cell.toLowerCase() && cell !== cell.toUpperCase())
