import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from './refusals.ts'
import type { TableRow } from './row.ts'

/** Up to the first combining mark all text is composed already. */
const NEEDS_CARE = /[^ -\u02ff\t\r\n]/
const CHAR_BYTES_MAX = 3

/**
 * The row with cells that PostgreSQL can hold and that compare as they look: composed (NFC), without NUL and without
 * halves of characters. Undefined when nothing but white space is in it.
 */
export function cleanRow(row: TableRow): TableRow | undefined {
  const { rowIndex } = row
  const width = widthOf(row.cells)
  if (width > IMPORT_COLUMNS_MAX) throw tooManyColumns(rowIndex)
  // Nearly every row is fine as it is, and copying it would cost as much as everything else here.
  const needsCare = width < row.cells.length || row.cells.some((cell) => NEEDS_CARE.test(cell))
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
