import { UNCALCULATED } from '../../../../domain/imports/rows/uncalculated.ts'
import { IMPORT_COLUMNS_MAX } from '../../../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from '../../errors.ts'
import { MergedCells } from '../../merged-cells.ts'
import { columnBeyondSheet, damaged, duplicateCell, rowBeyondSheet, rowsOutOfOrder } from '../../office/errors.ts'
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from '../../office/limits.ts'
import { decodeEscapes, isTooLong } from '../../office/text.ts'
import type { TableRow } from '../../table-row.ts'
import { type CellContext, cellText } from './cell.ts'
import type { MergedRanges } from './merged-ranges.ts'

export interface SheetBuilder {
  openRow(reference: string | undefined): void
  addCell(reference: string | undefined, type: string, style: string | undefined, raw: string, isFormula: boolean): void
  closeRow(): void
  /** Reverts to the state before the open row. */
  discardRow(): void
  takeRows(): TableRow[]
}

/**
 * Places cells by their references. Only cells with a value take memory: empty rows are not returned, and a row ends
 * with its last value.
 */
export function sheetBuilder(context: CellContext, merged: MergedRanges = new Map()): SheetBuilder {
  const mergedCells = new MergedCells()
  let rows: TableRow[] = []
  let cells: string[] = []
  let rowIndex = 0
  let rowIndexBefore = 0
  let column = -1
  return {
    openRow(reference) {
      rowIndexBefore = rowIndex
      rowIndex = nextRow(reference, rowIndex)
      column = -1
    },
    addCell(reference, type, style, raw, isFormula) {
      column = nextColumn(reference, rowIndex, column)
      const text = raw === '' ? '' : cellText(type, style, decodeEscapes(raw), context)
      setCell(cells, rowIndex, column, isFormula && isWithoutResult(type, raw) ? UNCALCULATED + text : text)
    },
    closeRow() {
      mergedCells.fill(rowIndex, cells)
      for (const { column, lastRow } of merged.get(rowIndex) ?? [])
        mergedCells.start(column, lastRow, cells[column] ?? '')
      if (cells.length === 0) return
      rows.push({ rowIndex, cells })
      cells = []
    },
    discardRow() {
      rowIndex = rowIndexBefore
      cells = []
    },
    takeRows() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/**
 * A formula that gives an empty text is stored as one, with the type of texts. A number 0 may be a result, or that of a
 * writer which does not calculate.
 */
const isWithoutResult = (type: string, raw: string) =>
  (raw === '' && type !== 'str') || (raw === '0' && (type === '' || type === 'n'))

/** Rows out of order could only be sorted in memory; spreadsheet programs consider such a sheet damaged. */
function nextRow(reference: string | undefined, before: number): number {
  const index = reference === undefined ? before + 1 : Number(reference)
  if (index > SHEET_ROWS_MAX) throw rowBeyondSheet()
  if (!Number.isInteger(index) || index < 1) throw damaged()
  if (index <= before) throw rowsOutOfOrder(index)
  return index
}

const LETTERS = 26
const BEFORE_A = 64
const BEFORE_ZERO = 47

/** A1 is column 0. A cell without a reference follows the previous one. */
function nextColumn(reference: string | undefined, rowIndex: number, before: number): number {
  if (reference === undefined) return before + 1 < SHEET_COLUMNS_MAX ? before + 1 : refuseColumn(rowIndex)
  let at = 0
  let column = 0
  for (let code = reference.charCodeAt(0); code > BEFORE_A && code <= BEFORE_A + LETTERS; ) {
    column = column * LETTERS + code - BEFORE_A
    if (column > SHEET_COLUMNS_MAX) refuseColumn(rowIndex)
    code = reference.charCodeAt(++at)
  }
  let row = 0
  for (let i = at; i < reference.length; i++) {
    const digit = reference.charCodeAt(i) - BEFORE_ZERO - 1
    if (!(digit >= 0 && digit <= 9)) throw damaged()
    row = row * 10 + digit
  }
  if (row > SHEET_ROWS_MAX) throw rowBeyondSheet()
  if (column === 0 || row !== rowIndex) throw damaged()
  return column - 1
}

function refuseColumn(rowIndex: number): never {
  throw columnBeyondSheet(rowIndex)
}

function setCell(cells: string[], rowIndex: number, column: number, text: string) {
  if (text === '') return
  if (column >= IMPORT_COLUMNS_MAX) throw tooManyColumns(rowIndex)
  if (isTooLong(text)) throw cellTooLarge(rowIndex, column)
  while (cells.length < column) cells.push('')
  if (cells.length > column && cells[column] !== '') throw duplicateCell(rowIndex, column)
  cells[column] = text
}
