/**
 * The text of a cell with a formula whose result is not in the file. It is a code point that stands for no character, and
 * readers remove it from the texts of a file.
 */
export const UNCALCULATED = '\uffff'

/** The cells as they are shown: nothing is known of such a formula. */
export const shownCells = (cells: readonly string[]): readonly string[] =>
  cells.includes(UNCALCULATED) ? cells.map((cell) => (cell === UNCALCULATED ? '' : cell)) : cells
