import { cleanNumber } from '../../contacts/phone/clean-number.ts'
import { namesField } from './heading-fields.ts'

/** How many non-empty rows are searched for the header. */
export const HEADER_SEARCH_ROWS = 20

/**
 * The index of the header row among the first rows; undefined if there is none. Titles may stand above it, and phone
 * numbers only below it, so the rows above the first number are searched. Two cells that name fields make a header. One
 * cell does if it is unambiguous, or if the row has text above the first number. Such text alone does too, in any
 * language, unless it is a malformed number.
 */
export function findHeader(
  rows: readonly (readonly string[])[],
  isPhone: (cell: string) => boolean,
): number | undefined {
  const first = rows.slice(0, HEADER_SEARCH_ROWS)
  const numbersFrom = first.findIndex((cells) => cells.some(isPhone))
  const above = numbersFrom === -1 ? first : first.slice(0, numbersFrom)
  const named = above.map((cells) => cells.map(namesField).filter((names) => names !== 'no'))
  const found = named.findIndex((fields) => fields.length > 1)
  if (found !== -1) return found

  const [numbers] = first.slice(Math.max(numbersFrom, 0))
  const isAboveNumbers = (cells: readonly string[]) =>
    numbersFrom !== -1 && (numbers ?? []).some((cell, i) => isPhone(cell) && isText(cells[i] ?? ''))
  const one = named.findIndex(
    (fields, i) =>
      fields.includes('yes') || (fields.length > 0 && (numbersFrom === -1 || isAboveNumbers(above[i] ?? []))),
  )
  if (one !== -1) return one
  // Without any number the vendor has to review the file anyway; the first row is the best guess.
  if (numbersFrom === -1) return rows.length > 0 ? 0 : undefined
  const last = numbersFrom - 1
  return last >= 0 && isAboveNumbers(above[last] ?? []) ? last : undefined
}

const DIGITS_OF_NUMBERS = 5

/** Neither empty nor a malformed phone number. */
const isText = (cell: string) =>
  cell.trim() !== '' && cleanNumber(cell) === undefined && (cell.match(/\d/g) ?? []).length < DIGITS_OF_NUMBERS
