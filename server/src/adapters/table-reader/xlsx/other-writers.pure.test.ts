import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as sheetJs from 'xlsx'
import { scan } from '../../../../tests/support/imports/scanned.ts'
import { rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'

/** The same three rows as written by each program. */
const ROWS = [
  ['Name', 'Phone', 'Joined'],
  ['Asha Rao', '919876500001', '2024-01-31'],
  ['José Núñez', '+919876500002', '2024-02-29'],
]

const fixture = (name: string) => readFileSync(new URL(`../../../../tests/fixtures/workbooks/${name}`, import.meta.url))

function bySheetJs(options: sheetJs.WritingOptions): Buffer {
  const book = sheetJs.utils.book_new()
  sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet(ROWS), 'Contacts')
  return sheetJs.write(book, { type: 'buffer', bookType: 'xlsx', ...options })
}

describe('a workbook of any program is clean and readable', () => {
  test.each<[string, () => Buffer]>([
    ['SheetJS', () => bySheetJs({})],
    ['SheetJS, with shared strings and packed', () => bySheetJs({ bookSST: true, compression: true })],
    ['ExcelJS', () => fixture('exceljs.xlsx')],
    ['ExcelJS as a stream', () => fixture('exceljs-stream.xlsx')],
    ['openpyxl', () => fixture('openpyxl.xlsx')],
    ['openpyxl in its write-only mode', () => fixture('openpyxl-stream.xlsx')],
    ['XlsxWriter', () => fixture('xlsxwriter.xlsx')],
  ])('%s', async (_writer, write) => {
    const file = write()
    expect(await scan(file)).toEqual({ clean: true })
    expect((await rowsOf(file)).map(({ cells }) => cells)).toEqual(ROWS)
  })

  test('numbers that SheetJS wrote with a format are read as shown', async () => {
    const sheet = sheetJs.utils.aoa_to_sheet([['Phone', 'Code']])
    const cells: [string, number, string][] = [
      ['A2', 447_400_123_456, '"+"00 0000 000000'],
      ['B2', 1_234, '000000'],
    ]
    for (const [reference, v, z] of cells) sheet[reference] = { t: 'n', v, z }
    sheet['!ref'] = 'A1:B2'
    const book = sheetJs.utils.book_new()
    sheetJs.utils.book_append_sheet(book, sheet, 'Contacts')
    const rows = await rowsOf(sheetJs.write(book, { type: 'buffer', bookType: 'xlsx' }))
    expect(rows[1]?.cells).toEqual(['+44 7400 123456', '001234'])
  })

  test('a workbook with macros written by SheetJS is still rejected', async () => {
    const book = sheetJs.utils.book_new()
    sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet(ROWS), 'Contacts')
    book.vbaraw = Buffer.from('a project')
    const file = sheetJs.write(book, { type: 'buffer', bookType: 'xlsm', bookVBA: true })
    expect(await scan(file)).toEqual({ clean: false, threat: 'macro' })
  })
})
