/**
 * CSV that spreadsheets cannot interpret as formulas and that reads back unchanged.
 *
 * A cell that begins like a formula is prefixed with one `'`. So is a cell that already has apostrophes before such a
 * character, however many: only then is removing one the exact inverse.
 */

/** One record of RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  // An empty line would not be a record.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reverts the prefix of `csvCell`. Only for files that we wrote: in other files a `'` is content. */
export const unquoteFormula = (cell: string) => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell)

/** Spreadsheets in Japanese and Chinese settings also read the full-width signs as the beginning of a formula. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const QUOTED_FORMULA = /^'+[=+\-@\t\r\n\0＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/
