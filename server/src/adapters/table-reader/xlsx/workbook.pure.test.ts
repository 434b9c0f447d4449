import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relationships, SHEET, sheet, utf16be, workbook } from '../../../../tests/support/tables/workbook.ts'
import { rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'
import { escaped, sheetXml, writtenWorkbook } from '../../../../tests/support/tables/written-workbook.ts'
import { zip } from '../../../../tests/support/tables/zip.ts'
import { columnLetters } from '../cell-position.ts'
import { SheetChoice } from '../sheet-choice.ts'
import { findMergedRanges } from './sheet/merged-ranges.ts'
import { readWorkbook } from './workbook.ts'

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

  const namedSheets = (sheets: { name?: string; state?: string; xml: string }[]) =>
    workbook([
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets>${sheets
          .map(({ name = '', state = 'visible' }, i) => `<sheet name="${name}" state="${state}" r:id="r${i}"/>`)
          .join('')}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationships(
          ...sheets.map((_, i) => ({ id: `r${i}`, type: 'worksheet', target: `worksheets/sheet${i + 1}.xml` })),
        ),
      },
      ...sheets.map(({ xml }, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content: xml })),
    ])

  test('that is wanted by its name, also a hidden one; all are listed with their rows', async () => {
    const one = (text: string, rows = 1) => sheetXml(`<row><c t="str"><v>${text}</v></c></row>`.repeat(rows))
    const file = namedSheets([
      { name: 'First', xml: one('a', 2) },
      { name: 'Secret', state: 'hidden', xml: one('b') },
      { name: 'Empty', xml: sheetXml('') },
      { name: 'Damaged', xml: '<worksheet><sheetData><row>' },
      { name: 'Blank', xml: one(' ') },
    ])
    for (const [wanted, read, count] of [
      [undefined, 'First', 2],
      ['Secret', 'Secret', 1],
      ['Empty', 'First', 2],
      ['Nope', 'First', 2],
    ] as const) {
      const choice = new SheetChoice(wanted)
      const rows = []
      for await (const batch of readWorkbook(file, choice)) rows.push(...batch)
      expect({ sheet: choice.sheet, rows: rows.length }).toEqual({ sheet: read, rows: count })
      expect(choice.sheets).toEqual([
        { name: 'First', rows: 2, hidden: false },
        { name: 'Secret', rows: 1, hidden: true },
        { name: 'Empty', rows: 0, hidden: false },
        { name: 'Damaged', rows: null, hidden: false },
        { name: 'Blank', rows: 0, hidden: false },
      ])
    }
  })

  test.each<[string, string[][], string[]]>([
    ['a cover comes before the table', [['Customers 2025'], ['Name', 'Asha']], ['Name', 'Asha']],
    ['a sheet has only its header', [['Name'], ['Number', '9876500001'], ['x', 'y']], ['Number', '9876500001']],
    ['the only row of a sheet is a contact', [['+91 98765 00001'], ['a', 'b']], ['+91 98765 00001']],
    ['every sheet has one row', [['', 'Cover'], ['Back']], ['Cover']],
  ])('without a wanted one the first with a table is read: %s', async (_what, sheets, read) => {
    const file = namedSheets(
      sheets.map((rows) => ({
        xml: sheetXml(rows.map((cell) => `<row><c t="str"><v>${cell}</v></c></row>`).join('')),
      })),
    )
    expect((await rowsOf(file)).map(({ cells }) => cells[0])).toEqual(read)
  })

  test('a sheet without a part, such as a module of old macros, is skipped; one whose part is gone is damage', async () => {
    const listing = (id: string) => ({
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets><sheet name="Module" r:id="${id}"/><sheet name="A" r:id="r0"/></sheets></workbook>`,
    })
    const rest = parts(['visible'], ['worksheets/sheet1.xml'], [one('a')]).slice(1)
    expect(await rowsOf(workbook([listing(''), ...rest]))).toEqual([{ rowIndex: 1, cells: ['a'] }])
    await expect(rowsOf(workbook([listing('r9'), ...rest]))).rejects.toThrow('damaged')
  })

  test('in an archive whose names have backslashes', async () => {
    const names = parts(['visible'], ['worksheets/sheet1.xml'], [one('a')])
    const file = zip(names.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') })))
    expect(await rowsOf(file)).toEqual([{ rowIndex: 1, cells: ['a'] }])
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
