import { cleanNumber } from '../../contacts/phone/clean-number.ts'
import { headerWords } from './header-words.ts'
import { namesField } from './heading-fields.ts'
import { phoneClue } from './phone-columns.ts'
import { reportColumns } from './report-columns.ts'

/** How many non-empty rows are searched for the header. */
export const HEADER_SEARCH_ROWS = 20

interface FoundHeader {
  index: number
  /** False: a row above it may be a person, who would be ignored as part of a title, or several rows may be it. */
  isCertain: boolean
}

/**
 * Finds the header row among the first rows; undefined if there is none. That of our error report is known by its
 * columns. Otherwise titles may stand above it, and the numbers of people only below it, so the rows above the first
 * number are searched. Two cells that name fields make a header. One cell does if it is unambiguous, or if the row has
 * text above the first number. Such text alone does too, in any language, unless it is a malformed number. A letterhead
 * may have a number as well: below one, only an obvious header counts.
 */
export function findHeader(
  rows: readonly (readonly string[])[],
  isPhone: (cell: string) => boolean,
): FoundHeader | undefined {
  const first = rows.slice(0, HEADER_SEARCH_ROWS)
  const report = first.findIndex((cells) => reportColumns(cells.map((cell) => cell.trim())).size > 0)
  if (report !== -1) return { index: report, isCertain: true }
  const numbersFrom = first.findIndex((cells) => cells.some(isPhone))
  if (numbersFrom === -1) return findAboveNumbers(first, undefined, isPhone)
  const found = findAboveNumbers(first.slice(0, numbersFrom), first[numbersFrom], isPhone)
  if (found && namesFields(first[found.index] ?? [])) return found
  return findBelowLetterhead(first, rows, numbersFrom, isPhone) ?? found
}

const namesFields = (cells: readonly string[]) => cells.some((cell) => namesField(cell) !== 'no')

function findAboveNumbers(
  above: readonly (readonly string[])[],
  numbers: readonly string[] | undefined,
  isPhone: (cell: string) => boolean,
): FoundHeader | undefined {
  const named = above.map((cells) => cells.map(namesField).filter((names) => names !== 'no'))
  const found = named.findIndex((fields) => fields.length > 1)
  if (found !== -1) return { index: found, isCertain: true }

  const isAboveNumbers = (cells: readonly string[]) =>
    (numbers ?? []).some((cell, i) => isPhone(cell) && isText(cells[i] ?? ''))
  const one = named.findIndex(
    (fields, i) => fields.includes('yes') || (fields.length > 0 && (!numbers || isAboveNumbers(above[i] ?? []))),
  )
  if (one !== -1)
    return { index: one, isCertain: named[one]?.includes('yes') === true || !isAboveNumbers(above[one - 1] ?? []) }
  // Without any number the vendor has to review the file anyway; the first row is the best guess.
  if (!numbers) return above.length > 0 ? { index: 0, isCertain: true } : undefined
  // Of titles, the header and people whose number is another word for `soon`, the first loses the fewest people.
  const index = above.findLastIndex((cells) => !isAboveNumbers(cells)) + 1
  return index < above.length ? { index, isCertain: index === above.length - 1 } : undefined
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
