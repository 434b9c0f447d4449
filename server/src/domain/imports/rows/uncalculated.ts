/**
 * Marks a formula whose result is not in the file; it is the first character of the cell. It is a code point that stands for no
 * character, and readers remove it from the texts of a file. Some programs write 0 for every formula, because they do not
 * calculate: then the zero follows as it is shown.
 */
export const UNCALCULATED = '\uffff'

const UNCALCULATED_CELL = new RegExp(`^${UNCALCULATED}[\\s+()0.,-]*$`)

/** No formula gives 0 as a phone number, but elsewhere a 0 may be the result. */
export const isUncalculated = (cell: string) => cell.startsWith(UNCALCULATED) && UNCALCULATED_CELL.test(cell)

/** The cell as it is shown: without the sign. */
export const shownCell = (cell: string) => (isUncalculated(cell) ? cell.slice(UNCALCULATED.length) : cell)

export const shownCells = (cells: readonly string[]): readonly string[] =>
  cells.some(isUncalculated) ? cells.map(shownCell) : cells
