import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../../domain/limits.ts'
import { TableUnreadable } from '../../ports/table-reader.ts'
import { cellPosition } from './cell-position.ts'

/** Why a file is rejected as a whole, in words for the vendor: the position and the problem, never the content. */

export const noDataRows = () => new TableUnreadable('The file has no data rows.')

export const notText = () => new TableUnreadable('The file is not a CSV text file.')

export const noCards = () => new TableUnreadable('The file contains no contact cards.')

export const fileTooLarge = () => new TableUnreadable('The file is larger than 50 MB.')

export const cellTooLarge = (rowIndex: number, column: number) =>
  new TableUnreadable(`${cellPosition(rowIndex, column)}: the cell is larger than ${IMPORT_CELL_BYTES_MAX / 1024} KB.`)

export const tooManyColumns = (rowIndex: number) =>
  new TableUnreadable(
    `${cellPosition(rowIndex, IMPORT_COLUMNS_MAX)}: the table has more than ${inWords(IMPORT_COLUMNS_MAX)} columns.`,
  )

export const tooManyRows = (rowIndex: number) =>
  new TableUnreadable(`Row ${rowIndex}: the table has more than ${inWords(IMPORT_ROWS_MAX)} data rows.`)

export const rowTooLarge = (rowIndex: number) => new TableUnreadable(`Row ${rowIndex}: the row contains too much text.`)

const inWords = (count: number) => count.toLocaleString('en')
