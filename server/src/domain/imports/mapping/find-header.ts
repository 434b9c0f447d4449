import { cleanNumber } from '../../contacts/phone/clean-number.ts'
import { headerWords } from './header-words.ts'
import { namesField } from './heading-fields.ts'
import { phoneClue } from './phone-columns.ts'

/** How many non-empty rows are searched for the header. */
export const HEADER_SEARCH_ROWS = 20

interface FoundHeader {
  index: number
  /** False: a number above it may be that of a person, who would be ignored as part of a title. */
  isCertain: boolean
}

/**
 * Finds the header row among the first rows; undefined if there is none. Titles may stand above it, and the numbers of
 * people only below it, so the rows above the first number are searched. Two cells that name fields make a header. One
 * cell does if it is unambiguous, or if the row has text above the first number. Such text alone does too, in any
 * language, unless it is a malformed number. A letterhead may have a number as well: below one, only an obvious header
 * counts.
 */
export function findHeader(
  rows: readonly (readonly string[])[],
  isPhone: (cell: string) => boolean,
): FoundHeader | undefined {
  const first = rows.slice(0, HEADER_SEARCH_ROWS)
  const numbersFrom = first.findIndex((cells) => cells.some(isPhone))
  const above = numbersFrom === -1 ? first : first.slice(0, numbersFrom)
  const index = findAboveNumbers(above, numbersFrom === -1 ? undefined : first[numbersFrom], isPhone)
  if (index !== undefined && (numbersFrom === -1 || namesFields(above[index] ?? []))) return { index, isCertain: true }
  const below = numbersFrom === -1 ? undefined : findBelowLetterhead(first, rows, numbersFrom, isPhone)
  return below ?? (index === undefined ? undefined : { index, isCertain: true })
}

const namesFields = (cells: readonly string[]) => cells.some((cell) => namesField(cell) !== 'no')

function findAboveNumbers(
  above: readonly (readonly string[])[],
  numbers: readonly string[] | undefined,
  isPhone: (cell: string) => boolean,
): number | undefined {
  const named = above.map((cells) => cells.map(namesField).filter((names) => names !== 'no'))
  const found = named.findIndex((fields) => fields.length > 1)
  if (found !== -1) return found

  const isAboveNumbers = (cells: readonly string[]) =>
    (numbers ?? []).some((cell, i) => isPhone(cell) && isText(cells[i] ?? ''))
  const one = named.findIndex(
    (fields, i) => fields.includes('yes') || (fields.length > 0 && (!numbers || isAboveNumbers(above[i] ?? []))),
  )
  if (one !== -1) return one
  // Without any number the vendor has to review the file anyway; the first row is the best guess.
  if (!numbers) return above.length > 0 ? 0 : undefined
  const last = above.length - 1
  return last >= 0 && isAboveNumbers(above[last] ?? []) ? last : undefined
}

/** Two cells name fields, one of them a phone, and numbers follow in its column. */
function findBelowLetterhead(
  first: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
  numbersFrom: number,
  isPhone: (cell: string) => boolean,
): FoundHeader | undefined {
  for (let index = numbersFrom + 1; index < first.length; index++) {
    const cells = first[index] ?? []
    if (cells.some(isPhone) || cells.filter((cell) => namesField(cell) !== 'no').length < 2) continue
    const phones = cells.flatMap((cell, i) => (phoneClue(headerWords(cell)) === 'sure' ? [i] : []))
    const hasNumber = (row: readonly string[]) => phones.some((i) => isPhone(row[i] ?? ''))
    if (rows.slice(index + 1).some(hasNumber)) return { index, isCertain: !first.slice(0, index).some(hasNumber) }
  }
  return undefined
}

const DIGITS_OF_NUMBERS = 5

/** Neither empty nor a malformed phone number. */
const isText = (cell: string) =>
  !NOTHING.test(cell) && cleanNumber(cell) === undefined && (cell.match(/\d/g) ?? []).length < DIGITS_OF_NUMBERS

/** How people write that there is no number: such a row is data, not a header. */
const NOTHING = /^\s*(?:n\s*[./]?\s*a\.?|nil|none|null|not available|[\p{P}\p{S}0\s]*)\s*$/iu
