import { IMPORT_COLUMNS_MAX } from '../../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from '../errors.ts'
import { MergedCells } from '../merged-cells.ts'
import { damaged, rowBeyondSheet } from '../office/errors.ts'
import { SHEET_ROWS_MAX } from '../office/limits.ts'
import { isTooLong } from '../office/text.ts'
import type { XmlHandlers } from '../office/xml-parser.ts'
import { sheetName, TableDetector } from '../sheet-choice.ts'
import type { TableRow } from '../table-row.ts'
import { cellText } from './cell.ts'

type Attributes = Readonly<Record<string, string>>

/** Elements whose paragraphs are not part of the cell's value. */
const BESIDE_THE_VALUE: ReadonlySet<string> = new Set(['annotation', 'shapes', 'frame'])

export interface SpreadsheetSheet {
  name: string
  index: number
  isHidden: boolean
  rowCount: number
}

/**
 * Reads the first sheet with a table among those that may be read, or the one that was chosen if it has any rows, and
 * counts the rows of all. Rows and cells may be repeated by a number. Limits apply only to the sheet that is read.
 */
export function contentHandlers(mayBeRead: (sheet: SpreadsheetSheet) => boolean, isChosen: boolean) {
  const sheets: SpreadsheetSheet[] = []
  let sheet: SpreadsheetSheet | undefined
  const hiddenStyles = new Set<string>()
  let styleName = ''
  let rows: TableRow[] = []
  let isComplete = false
  let readName: string | null = null
  /** Nested tables belong to a cell. */
  let tables = 0
  let isRead = false
  let rowIndex = 0
  let rowRepeats = 1
  let cells: string[] = []
  let hasText = false
  let column = 0
  const mergedCells = new MergedCells()
  let cell: Attributes | undefined
  /** Undefined before the first paragraph of the cell. */
  let shown: string | undefined
  let isParagraph = false
  let beside = 0

  let detector = new TableDetector(isChosen)
  const openTable = (attributes: Attributes) => {
    if (++tables > 1) return
    const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
    sheet = { name: sheetName(attributes['table:name'] ?? ''), index: sheets.length, isHidden, rowCount: 0 }
    sheets.push(sheet)
    isRead = !isComplete && mayBeRead(sheet)
    detector = new TableDetector(isChosen)
    if (isRead) readName = sheet.name
    rowIndex = 0
  }
  const closeTable = () => {
    if (--tables > 0) return
    isComplete ||= isRead && (sheet?.rowCount ?? 0) > 0 && detector.isTable
    if (!isComplete) rows = []
    isRead = false
    sheet = undefined
  }
  const closeCell = (attributes: Attributes) => {
    const repeats = countOf(attributes, 'table:number-columns-repeated')
    const text = cellText(attributes, shown ?? '')
    hasText ||= /\S/.test(text)
    if (text !== '' && isRead) {
      if (column + repeats > IMPORT_COLUMNS_MAX) throw tooManyColumns(rowIndex + 1)
      if (isTooLong(text)) throw cellTooLarge(rowIndex + 1, column)
      while (cells.length < column) cells.push('')
      for (let i = 0; i < repeats; i++) cells.push(text)
      const lastRow = rowIndex + countOf(attributes, 'table:number-rows-spanned')
      if (lastRow > rowIndex + 1) mergedCells.start(column, lastRow, text)
    }
    column += repeats
  }
  const closeRow = () => {
    const last = rowIndex + rowRepeats
    mergedCells.fill(rowIndex + 1, cells)
    if (sheet && hasText && last <= SHEET_ROWS_MAX) sheet.rowCount += rowRepeats
    if (cells.length > 0) {
      if (last > SHEET_ROWS_MAX) throw rowBeyondSheet()
      for (let index = rowIndex + 1; index <= last; index++) {
        rows.push({ rowIndex: index, cells })
        detector.add({ rowIndex: index, cells })
      }
    }
    rowIndex = last
  }

  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (name === 'style') styleName = attributes['style:name'] ?? ''
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(styleName)
      else if (name === 'table') openTable(attributes)
      if (!sheet || tables !== 1) return
      if (BESIDE_THE_VALUE.has(name)) beside++
      else if (name === 'table-row') {
        rowRepeats = countOf(attributes, 'table:number-rows-repeated')
        cells = []
        hasText = false
        column = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = attributes
        shown = undefined
      } else if (!cell || beside > 0) return
      else if (name === 'p') {
        isParagraph = true
        add(shown === undefined ? '' : '\n')
      } else if (isParagraph && name === 's') add(' '.repeat(Math.min(countOf(attributes, 'text:c'), SPACES_MAX)))
      else if (isParagraph && (name === 'tab' || name === 'line-break')) add(name === 'tab' ? '\t' : '\n')
    },
    text(piece) {
      if (isParagraph && beside === 0 && tables === 1) add(piece)
    },
    close(name) {
      if (name === 'table') return closeTable()
      if (!sheet || tables !== 1) return
      if (BESIDE_THE_VALUE.has(name)) beside--
      else if (name === 'p' && beside === 0) isParagraph = false
      else if (cell && (name === 'table-cell' || name === 'covered-table-cell')) {
        closeCell(cell)
        cell = undefined
      } else if (name === 'table-row') closeRow()
    },
  }
  function add(text: string) {
    if (!isRead && isTooLong(shown ?? '')) return
    shown = (shown ?? '') + text
    if (isRead && isTooLong(shown)) throw cellTooLarge(rowIndex + 1, column)
  }
  return {
    handlers,
    sheets,
    current: () => sheet,
    /** The sheet whose rows are returned. */
    sheetRead: () => readName,
    isComplete: () => isComplete,
    takeRows() {
      if (isRead && !detector.isTable) return []
      const taken = rows
      rows = []
      return taken
    },
  }
}

const SPACES_MAX = 1_000

function countOf(attributes: Attributes, name: string): number {
  const count = Number(attributes[name] ?? 1)
  if (!Number.isSafeInteger(count) || count < 1) throw damaged()
  return count
}
