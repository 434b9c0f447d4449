import { describe, expect, test } from 'vitest'
import { relationships, SHEET, sheet, utf16be, workbook } from '../../../../tests/support/tables/workbook.ts'
import { rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'
import { sheetXml } from '../../../../tests/support/tables/written-workbook.ts'
import { zip } from '../../../../tests/support/tables/zip.ts'
import { SheetChoice } from '../sheet-choice.ts'
import { readWorkbook } from './workbook.ts'

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
