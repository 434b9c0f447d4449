import { TableUnreadable } from '../../../ports/table-reader.ts'
import { placeOf } from '../cell-position.ts'

/** What a vendor is told, in one place. Contents of the file are never quoted: they may be personal data. */

const asXlsx = 'Please save it as an Excel workbook (.xlsx).'

export const damaged = (cause?: unknown) =>
  new TableUnreadable('This workbook is damaged. Please open it in a spreadsheet program and save it again.', { cause })
export const passwordProtected = () =>
  new TableUnreadable('This workbook is protected with a password. Please save it without one.')
export const oldWorkbook = () =>
  new TableUnreadable(`This is a workbook in the format of Excel before 2007 (.xls). ${asXlsx}`)
export const binaryWorkbook = () => new TableUnreadable(`This is a binary workbook (.xlsb). ${asXlsx}`)
export const openDocument = () => new TableUnreadable(`This is an OpenDocument file (.ods). ${asXlsx}`)
export const noWorkbook = () => new TableUnreadable('This file is not an Excel workbook (.xlsx).')
export const inflatesTooFar = () =>
  new TableUnreadable(
    'This workbook is too large when unpacked: at most 600 MB, and 200 times its packed size, can be read.',
  )
export const tooManyParts = () => new TableUnreadable('This workbook has too many parts to be read.')
export const tooMuchText = () =>
  new TableUnreadable('This workbook holds too much text. Please split it into smaller files.')
export const oddEncoding = () =>
  new TableUnreadable('This workbook is written in an unusual text encoding. Please save it again.')
export const documentType = () =>
  new TableUnreadable('This workbook has a document type declaration, which no spreadsheet program writes.')

export const rowBeyondSheet = () =>
  new TableUnreadable('This workbook has a row beyond 1,048,576, the last a spreadsheet can have.')
export const columnBeyondSheet = (rowIndex: number) =>
  new TableUnreadable(`Row ${rowIndex}: there is a cell beyond column XFD, the last a spreadsheet can have.`)
export const rowsOutOfOrder = (rowIndex: number) =>
  new TableUnreadable(`Row ${rowIndex}: the row stands twice or out of order in this workbook. Please save it again.`)
export const cellTwice = (rowIndex: number, column: number) =>
  new TableUnreadable(`${placeOf(rowIndex, column)}: the cell stands twice in this workbook. Please save it again.`)
