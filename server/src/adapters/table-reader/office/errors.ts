import { TableUnreadable } from '../../../ports/table-reader.ts'
import { cellPosition } from '../cell-position.ts'

/** Messages for the vendor. They never quote the file, which may contain personal data. */

const asXlsx = 'Save it as an Excel workbook (.xlsx) and upload it again.'

export const damaged = (cause?: unknown) =>
  new TableUnreadable('This workbook is damaged. Open it in a spreadsheet program and save it again.', { cause })
export const passwordProtected = () =>
  new TableUnreadable('This workbook is password-protected. Save it without a password and upload it again.')
export const oldWorkbook = () => new TableUnreadable(`This is an Excel 97–2003 workbook (.xls). ${asXlsx}`)
export const binaryWorkbook = () => new TableUnreadable(`This is a binary workbook (.xlsb). ${asXlsx}`)
export const openDocument = () =>
  new TableUnreadable('This is an OpenDocument file. Give it the extension .ods and upload it again.')
export const notWorkbook = () => new TableUnreadable('This file is not an Excel workbook (.xlsx).')
export const notSpreadsheet = () => new TableUnreadable('This file is not an OpenDocument spreadsheet (.ods).')
export const inflatesTooFar = () =>
  new TableUnreadable(
    'This workbook is too large when unpacked. The limit is 600 MB and 200 times its compressed size.',
  )
export const tooManyParts = () =>
  new TableUnreadable('This workbook has too many parts. Save it again in a spreadsheet program.')
export const tooMuchText = () =>
  new TableUnreadable('This workbook contains too much text. Split it into smaller files.')
export const oddEncoding = () =>
  new TableUnreadable('This workbook uses an unsupported text encoding. Save it again in a spreadsheet program.')
export const documentType = () =>
  new TableUnreadable('This workbook contains a document type declaration, which is not allowed.')

export const rowBeyondSheet = () =>
  new TableUnreadable('This workbook has a row beyond row 1,048,576, the limit of a spreadsheet.')
export const columnBeyondSheet = (rowIndex: number) =>
  new TableUnreadable(`Row ${rowIndex}: there is a cell beyond column XFD, the limit of a spreadsheet.`)
export const rowsOutOfOrder = (rowIndex: number) =>
  new TableUnreadable(`Row ${rowIndex}: the row appears twice or out of order. Save the workbook again.`)
export const duplicateCell = (rowIndex: number, column: number) =>
  new TableUnreadable(`${cellPosition(rowIndex, column)}: the cell appears twice. Save the workbook again.`)
