/**
 * CSV that a spreadsheet cannot take for formulas, and that reads back as it was.
 *
 * A cell that begins like a formula gets one `'` in front. So does one that already begins with apostrophes before such
 * a character, however many: only then is taking one away again the exact inverse.
 */

/** One record of RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  // An empty line would be no record at all.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Takes back what `csvCell` put in front. For the cells of our own reports only: elsewhere a `'` is what it says. */
export const unquoteFormula = (cell: string) => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell)

const FORMULA = /^'*[=+\-@\t\r\n\0]/
const QUOTED_FORMULA = /^'+[=+\-@\t\r\n\0]/
const NEEDS_QUOTES = /[",\r\n]/
