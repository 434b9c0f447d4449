import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheet, workbook } from '../../../../tests/support/tables/workbook.ts'
import { rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'
import { escaped, sheetXml, writtenWorkbook } from '../../../../tests/support/tables/written-workbook.ts'
import { columnLetters } from '../cell-position.ts'
import { findMergedRanges } from './sheet/merged-ranges.ts'

const firstRowOf = async (cells: string, more = {}) =>
  (await rowsOf(writtenWorkbook(`<row r="1">${cells}</row>`, more)))[0]?.cells ?? []

describe('rows and columns are numbered as in the spreadsheet', () => {
  test('gaps are filled; blank rows are counted but not returned', async () => {
    const file = writtenWorkbook(
      '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c><c r="E2" s="1"/></row><row r="9"/><row><c><v>3</v></c></row>',
    )
    expect(await rowsOf(file)).toEqual([
      { rowIndex: 2, cells: ['', '1', '', '2'] },
      { rowIndex: 10, cells: ['3'] },
    ])
  })

  test('cells may be in any order', async () => {
    expect(await firstRowOf('<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>')).toEqual(['1', '', '3'])
  })

  test('cells with formatting only may be anywhere in the sheet', async () => {
    expect(await firstRowOf('<c r="A1"><v>1</v></c><c r="XFD1" s="1"/>')).toEqual(['1'])
  })

  const withMerged = (rows: string, ...ranges: string[]) => {
    const cells = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')
    const xml = sheetXml(rows).replace('</worksheet>', `<mergeCells count="1">${cells}</mergeCells></worksheet>`)
    return workbook(sheet(xml))
  }

  test('a cell that is merged over several columns has its value in the first of them', async () => {
    const file = withMerged('<row r="1"><c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>2</v></c></row>', 'A1:B9')
    expect(await rowsOf(file)).toEqual([{ rowIndex: 1, cells: ['1', '', '2'] }])
  })

  test('a cell that is merged over several rows has its value in each of them that has other cells', async () => {
    const number = (index: number, ...cells: string[]) => `<row r="${index}">${cells.join('')}</row>`
    const rows =
      number(2, '<c r="A2"><v>1</v></c>', '<c r="B2"><v>21</v></c>', '<c r="C2"><v>3</v></c>') +
      number(3, '<c r="A3" s="1"/>', '<c r="B3"><v>22</v></c>') +
      number(4, '<c r="A4" s="1"/>') +
      number(5, '<c r="B5"><v>23</v></c>') +
      number(6, '<c r="B6"><v>24</v></c>', '<c r="C6"><v>6</v></c>')
    expect(await rowsOf(withMerged(rows, 'A2:A5', 'C2:D6', 'B5:B6'))).toEqual([
      { rowIndex: 2, cells: ['1', '21', '3'] },
      { rowIndex: 3, cells: ['1', '22', '3'] },
      { rowIndex: 5, cells: ['1', '23', '3'] },
      { rowIndex: 6, cells: ['', '24', '6'] },
    ])
  })

  test('merged cells are found wherever the part is cut', async () => {
    const elements = 'x'.repeat(300) + ['A2:A5', 'C7:AB9', 'B1:C1'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const expected = [
      [2, [{ column: 0, lastRow: 5 }]],
      [7, [{ column: 2, lastRow: 9 }]],
    ]
    for (let cut = 0; cut <= elements.length; cut++) {
      const chunks = [elements.slice(0, cut), elements.slice(cut), '</worksheet>'].map((text) => Buffer.from(text))
      expect([...(await findMergedRanges(chunks))], `cut at ${cut}`).toEqual(expected)
    }
  })

  test('merged cells do not let a small file grow without end', async () => {
    const columns = Array.from({ length: 900 }, (_, i) => columnLetters(i + 1))
    const first = columns.map((letters) => `<c r="${letters}1" t="str"><v>${'x'.repeat(100)}</v></c>`).join('')
    const rest = Array.from({ length: 1_000 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>1</v></c></row>`)
    const ranges = columns.map((letters) => `${letters}1:${letters}1048576`)
    const reading = rowsOf(withMerged(`<row r="1">${first}</row>${rest.join('')}`, ...ranges))
    await expect(reading).rejects.toThrow('This workbook contains too much text.')
  })

  test.each([
    [
      'a column past the limit',
      '<row r="7"><c r="ALM7"><v>1</v></c></row>',
      'Row 7, column ALM: the table has more than 1,000 columns.',
    ],
    [
      'a cell past the limit',
      `<row r="7"><c r="C7" t="str"><v>${'x'.repeat(32_769)}</v></c></row>`,
      'Row 7, column C: the cell is larger than 32 KB.',
    ],
    [
      'a shared string past the limit',
      '<row r="7"><c r="C7" t="s"><v>0</v></c></row>',
      'Row 7, column C: the cell is larger than 32 KB.',
    ],
    [
      'a cell twice',
      '<row r="7"><c r="C7"><v>1</v></c><c r="C7"><v>1</v></c></row>',
      'Row 7, column C: the cell appears twice. Save the workbook again.',
    ],
    [
      'a row twice',
      '<row r="7"/><row r="7"/>',
      'Row 7: the row appears twice or out of order. Save the workbook again.',
    ],
    [
      'a column beyond the sheet',
      '<row r="7"><c r="XFE7"/></row>',
      'Row 7: there is a cell beyond column XFD, the limit of a spreadsheet.',
    ],
    [
      'a row beyond the sheet',
      '<row r="1048577"/>',
      'This workbook has a row beyond row 1,048,576, the limit of a spreadsheet.',
    ],
  ])('%s is reported', async (_what, rows, reason) => {
    const file = writtenWorkbook(rows, { strings: `<si><t>${'é'.repeat(16_385)}</t></si>` })
    await expect(rowsOf(file)).rejects.toMatchObject({ name: 'TableUnreadable', reason })
  })

  test('a cell of exactly the limit is read', async () => {
    const text = 'x'.repeat(32_768)
    expect(await firstRowOf(`<c t="s"><v>0</v></c>`, { strings: `<si><t>${text}</t></si>` })).toEqual([text])
  })
})

test('texts read back unchanged, as shared and as inline strings', async () => {
  // Two megabytes of sheet, so that multi-byte characters are split across chunks.
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !/_x|\p{Cc}/u.test(one))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 50 }),
      async (table) => {
        const repeated = Array.from({ length: 40 }, () => table).flat()
        const inline = (one: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(one)}</t></is></c>`
        const strings = [...new Set(table.flat())]
        const shared = (one: string) => `<c t="s"><v>${strings.indexOf(one)}</v></c>`
        const rows = repeated.map((row, i) => `<row>${row.map(i % 2 ? inline : shared).join('')}</row>`)
        const file = writtenWorkbook(rows.join(''), {
          strings: strings.map((one) => `<si><t>${escaped(one)}</t></si>`).join(''),
        })
        const expected = repeated
          .map((cells, i) => ({
            rowIndex: i + 1,
            cells: cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1),
          }))
          .filter(({ cells }) => cells.length > 0)
        expect(await rowsOf(file)).toEqual(expected)
      },
    ),
    { numRuns: 15 },
  )
})
