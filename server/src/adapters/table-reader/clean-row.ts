import { cleanCell, isCellTooLarge } from '../../domain/imports/rows/clean-cell.ts'
import { isUncalculated } from '../../domain/imports/rows/uncalculated.ts'
import { IMPORT_COLUMNS_MAX } from '../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from './errors.ts'
import type { TableRow } from './table-row.ts'

/** Text below the first combining mark is always composed. */
const NEEDS_CLEANING = /[^ -\u02ff\t\r\n]/

/** Cleans the cells of a row. Undefined if it contains only white space. */
export function cleanRow(row: TableRow): TableRow | undefined {
  const { rowIndex } = row
  const width = widthOf(row.cells)
  if (width > IMPORT_COLUMNS_MAX) throw tooManyColumns(rowIndex)
  // Nearly every row is clean, and copying it would cost as much as everything else here.
  const needsCare = width < row.cells.length || row.cells.some((cell) => NEEDS_CLEANING.test(cell))
  const cells = needsCare
    ? row.cells.slice(0, width).map((cell) => (isUncalculated(cell) ? cell : cleanCell(cell)))
    : row.cells
  const tooLarge = cells.findIndex(isCellTooLarge)
  if (tooLarge !== -1) throw cellTooLarge(rowIndex, tooLarge)
  return cells.some((cell) => /\S/.test(cell)) ? { rowIndex, cells } : undefined
}

function widthOf(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width--
  return width
}
