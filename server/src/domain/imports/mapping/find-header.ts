import { cleanNumber } from '../../contacts/phone/clean-number.ts'
import { namesField } from './heading-fields.ts'

/** So many rows with something in them are searched for the one that names the columns. */
export const HEADER_SEARCH_ROWS = 20

/**
 * Which of the first rows of a file names its columns; undefined where none does. Titles may stand above it, and numbers
 * only below it: the rows above the first number are asked. Two cells that name fields make a header. One does if it can
 * be nothing else, or if the row has text where the row with the first number has that number. So does such text alone,
 * in whatever language: it is no number that went wrong.
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
  // Without any number in sight nothing can be imported before somebody has looked; the first row is the best guess.
  if (numbersFrom === -1) return rows.length > 0 ? 0 : undefined
  const last = numbersFrom - 1
  return last >= 0 && isAboveNumbers(above[last] ?? []) ? last : undefined
}

const DIGITS_OF_NUMBERS = 5

/** Neither empty nor a phone number that went wrong. */
const isText = (cell: string) =>
  cell.trim() !== '' && cleanNumber(cell) === undefined && (cell.match(/\d/g) ?? []).length < DIGITS_OF_NUMBERS
