import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relationships, SHEET, sheet, utf16be, workbook } from '../../../../tests/support/tables/workbook.ts'
import { rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'
import { escaped, sheetXml, writtenWorkbook } from '../../../../tests/support/tables/written-workbook.ts'

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

  test('a merged range has its value in its first cell', async () => {
    const merged = sheetXml('<row r="1"><c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>2</v></c></row>').replace(
      '</worksheet>',
      '<mergeCells count="1"><mergeCell ref="A1:B9"/></mergeCells></worksheet>',
    )
    expect(await rowsOf(workbook(sheet(merged)))).toEqual([{ rowIndex: 1, cells: ['1', '', '2'] }])
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

describe('the sheet is found', () => {
  const one = (text: string) => sheetXml(`<row r="1"><c r="A1" t="str"><v>${text}</v></c></row>`)
  const listed = (...states: string[]) =>
    `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="r"><x:sheets>${states
      .map((state, i) => `<x:sheet name="${i}" sheetId="${i + 1}" state="${state}" rel:id="r${i}"/>`)
      .join('')}</x:sheets></x:workbook>`
  const parts = (states: string[], targets: string[], sheets: string[]) => [
    { name: 'xl/workbook.xml', content: listed(...states) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(...targets.map((target, i) => ({ id: `r${i}`, type: 'worksheet', target }))),
    },
    ...sheets.map((content, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content })),
  ]

  test.each<[string, ReturnType<typeof parts>, string]>([
    [
      'by relationship, not by name',
      parts(['visible', 'visible'], ['/xl/worksheets/sheet2.xml', 'worksheets/sheet1.xml'], [one('a'), one('b')]),
      'b',
    ],
    [
      'after empty ones',
      parts(
        ['visible', 'visible'],
        ['worksheets/sheet1.xml', './worksheets/../worksheets/sheet2.xml'],
        [sheetXml('<row/>'), one('b')],
      ),
      'b',
    ],
    [
      'visible before hidden',
      parts(['hidden', 'visible'], ['worksheets/sheet1.xml', 'worksheets/sheet2.xml'], [one('a'), one('b')]),
      'b',
    ],
    [
      'hidden if no other has data',
      parts(['veryHidden', 'visible'], ['worksheets/sheet1.xml', 'worksheets/sheet2.xml'], [one('a'), sheetXml('')]),
      'a',
    ],
    ['whatever the case of its name', parts(['visible'], ['Worksheets/Sheet1.XML'], [one('a')]), 'a'],
  ])('%s', async (_what, more, text) => {
    expect(await rowsOf(workbook(more))).toEqual([{ rowIndex: 1, cells: [text] }])
  })

  test('with prefixed names, in the strict namespace and in UTF-16', async () => {
    const prefixed =
      '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>é</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    for (const content of [
      prefixed,
      utf16be(prefixed),
      Buffer.from(`\ufeff${prefixed}`, 'utf16le'),
      `\ufeff${prefixed}`,
    ])
      expect(await rowsOf(workbook(sheet(content)))).toEqual([{ rowIndex: 1, cells: ['é'] }])
  })

  test('in a workbook whose main part has another name', async () => {
    const file = workbook([
      { name: '_rels/.rels', content: relationships({ id: 'a', type: 'officeDocument', target: '/xl/workbook2.xml' }) },
      { name: 'xl/workbook2.xml', content: listed('visible') },
      {
        name: 'xl/_rels/workbook2.xml.rels',
        content: relationships({ id: 'r0', type: 'worksheet', target: 'worksheets/sheet1.xml' }),
      },
      { name: SHEET, content: one('a') },
    ])
    expect(await rowsOf(file)).toHaveLength(1)
  })

  test('an empty workbook has no rows', async () => {
    expect(await rowsOf(workbook())).toEqual([])
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
