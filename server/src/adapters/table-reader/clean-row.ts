import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from './errors.ts'
import type { TableRow } from './table-row.ts'

/** Text below the first combining mark is always composed. */
const NEEDS_CLEANING = /[^ -\u02ff\t\r\n]/
const CHAR_BYTES_MAX = 3

/**
 * Cleans cells so that PostgreSQL accepts them and equal texts compare as equal: composed (NFC), without NUL and
 * without unpaired surrogates. Undefined if the row contains only white space.
 */
export function cleanRow(row: TableRow): TableRow | undefined {
  const { rowIndex } = row
  const width = widthOf(row.cells)
  if (width > IMPORT_COLUMNS_MAX) throw tooManyColumns(rowIndex)
  // Nearly every row is clean, and copying it would cost as much as everything else here.
  const needsCare = width < row.cells.length || row.cells.some((cell) => NEEDS_CLEANING.test(cell))
  const cells = needsCare ? row.cells.slice(0, width).map(cleanCell) : row.cells
  const tooLarge = cells.findIndex(isTooLarge)
  if (tooLarge !== -1) throw cellTooLarge(rowIndex, tooLarge)
  return cells.some((cell) => /\S/.test(cell)) ? { rowIndex, cells } : undefined
}

function widthOf(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width--
  return width
}

const cleanCell = (cell: string) =>
  cell
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')

const isTooLarge = (cell: string) =>
  cell.length * CHAR_BYTES_MAX > IMPORT_CELL_BYTES_MAX && Buffer.byteLength(cell) > IMPORT_CELL_BYTES_MAX
