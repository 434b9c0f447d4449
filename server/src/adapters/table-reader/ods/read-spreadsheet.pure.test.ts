import { describe, expect, test } from 'vitest'
import { scan } from '../../../../tests/support/imports/scanned.ts'
import { type Part, zip } from '../../../../tests/support/tables/zip.ts'
import { UNCALCULATED } from '../../../domain/imports/rows/uncalculated.ts'
import { SheetChoice } from '../sheet-choice.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const NAMESPACES = ['office', 'table', 'text', 'style', 'calcext', 'draw', 'dc']
  .map((prefix) => `xmlns:${prefix}="urn:${prefix}"`)
  .join(' ')
const MANIFEST = '<manifest:manifest xmlns:manifest="urn:m"></manifest:manifest>'

const document = (tables: string, styles = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
const file = (content: string, manifest = MANIFEST, more: Part[] = []) =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', content },
    { name: 'META-INF/manifest.xml', content: manifest },
    ...more,
  ])
const table = (rows: string, style = 'ta1') => `<table:table table:style-name="${style}">${rows}</table:table>`
const text = (content: string) =>
  `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`

async function rowsOf(spreadsheet: Buffer) {
  const rows = []
  for await (const batch of readSpreadsheet(spreadsheet)) rows.push(...batch)
  return rows
}
const read = async (rows: string) => rowsOf(file(document(table(rows))))
const cellsOf = async (cells: string) => (await read(`<table:table-row>${cells}</table:table-row>`))[0]?.cells ?? []

describe('a cell is read as the program shows it', () => {
  test.each<[string, string, string]>([
    ['a text', text('Asha'), 'Asha'],
    ['a formula without a result', '<table:table-cell table:formula="of:=A1"/>', UNCALCULATED],
    [
      'a formula that gives an empty text',
      '<table:table-cell table:formula="of:=A1" office:value-type="string"><text:p/></table:table-cell>',
      '',
    ],
    [
      'a text with runs, spaces, a tab and a line break',
      text('A <text:span>b</text:span><text:s text:c="2"/>c<text:tab/>d<text:line-break/>e'),
      'A b  c\td\ne',
    ],
    [
      'two paragraphs',
      '<table:table-cell office:value-type="string"><text:p>a</text:p><text:p>b</text:p></table:table-cell>',
      'a\nb',
    ],
    ['a link', text('<text:a>asha@example.com</text:a>'), 'asha@example.com'],
    [
      'a text without its comment',
      '<table:table-cell office:value-type="string"><office:annotation><dc:creator>x</dc:creator><text:p>a comment</text:p></office:annotation><text:p>Asha</text:p></table:table-cell>',
      'Asha',
    ],
    [
      'a number without its separators',
      '<table:table-cell office:value-type="float" office:value="919876500001"><text:p>919,876,500,001</text:p></table:table-cell>',
      '919876500001',
    ],
    [
      'a number that is cut on the screen',
      '<table:table-cell office:value-type="float" office:value="919876500001"><text:p>9.2E+11</text:p></table:table-cell>',
      '919876500001',
    ],
    [
      'leading zeros of a format',
      '<table:table-cell office:value-type="float" office:value="1234"><text:p>001234</text:p></table:table-cell>',
      '001234',
    ],
    [
      'a phone number of a format',
      '<table:table-cell office:value-type="float" office:value="447400123456"><text:p>+44 7400 123456</text:p></table:table-cell>',
      '+44 7400 123456',
    ],
    [
      'a date',
      '<table:table-cell office:value-type="date" office:date-value="2024-03-01"><text:p>01/03/24</text:p></table:table-cell>',
      '2024-03-01',
    ],
    [
      'a date with a time',
      '<table:table-cell office:value-type="date" office:date-value="2024-03-01T13:45:00"><text:p>x</text:p></table:table-cell>',
      '2024-03-01 13:45:00',
    ],
    [
      'a time',
      '<table:table-cell office:value-type="time" office:time-value="PT13H45M00S"><text:p>1:45 PM</text:p></table:table-cell>',
      '13:45:00',
    ],
    [
      'a truth value',
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
      'TRUE',
    ],
    [
      'money',
      '<table:table-cell office:value-type="currency" office:value="99.5"><text:p>₹99.50</text:p></table:table-cell>',
      '99.5',
    ],
    [
      'a percentage',
      '<table:table-cell office:value-type="percentage" office:value="0.0617"><text:p>6.2%</text:p></table:table-cell>',
      '6.2%',
    ],
    [
      'an error, which is no value',
      '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>',
      '',
    ],
    [
      'a number that has lost digits',
      '<table:table-cell office:value-type="float" office:value="9198765432101234567"><text:p>9198765432101230000</text:p></table:table-cell>',
      '9.198765432101235E+18',
    ],
  ])('%s', async (_what, cell, wanted) => expect((await cellsOf(cell))[0] ?? '').toBe(wanted))
})

describe('rows and sheets', () => {
  test('repeated cells and rows keep their places, and empty ones take none', async () => {
    const rows = `<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
      <table:table-row>${text('a')}<table:table-cell table:number-columns-repeated="2"/><table:covered-table-cell/>${text('b')}</table:table-row>
      <table:table-row-group><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>c</text:p></table:table-cell></table:table-row></table:table-row-group>
      <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
    expect(await read(rows)).toEqual([
      { rowIndex: 4, cells: ['a', '', '', '', 'b'] },
      { rowIndex: 5, cells: ['c', 'c'] },
      { rowIndex: 6, cells: ['c', 'c'] },
    ])
  })

  test('the first visible sheet with a table is read, and a hidden one only if no other has rows', async () => {
    const hidden =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const sheet = (name: string, style?: string) => table(`<table:table-row>${text(name)}</table:table-row>`, style)
    const cellsIn = async (tables: string) => (await rowsOf(file(document(tables, hidden)))).map(({ cells }) => cells)
    expect(await cellsIn(sheet('hidden', 'ta2') + table('') + sheet('first') + sheet('second'))).toEqual([['first']])
    expect(await cellsIn(table('') + sheet('hidden', 'ta2'))).toEqual([['hidden']])
    expect(await cellsIn(table(''))).toEqual([])
    const people = table(`<table:table-row>${text('a')}</table:table-row>`.repeat(2))
    expect(await cellsIn(sheet('cover') + people)).toEqual([['a'], ['a']])
    expect(await cellsIn(sheet('9876500001') + people)).toEqual([['9876500001']])
  })

  test('a table within a cell does not mix with the sheet', async () => {
    const inner = `<table:table-cell office:value-type="string"><table:table><table:table-row>${text('inner')}</table:table-row></table:table><text:p>outer</text:p></table:table-cell>`
    expect(await cellsOf(inner + text('next'))).toEqual(['outer', 'next'])
  })
})

describe('a sheet', () => {
  const named = (name: string, rows: string, style = 'ta1') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
  const row = (content: string) => `<table:table-row>${text(content)}</table:table-row>`
  const HIDDEN = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
  const tooLong = row('x'.repeat(40_000))
  const content =
    named('First', row('a') + row('a')) +
    named('Second', `${row('b')}<table:table-row table:number-rows-repeated="3">${text('c')}</table:table-row>`) +
    named('Blank', row(' ')) +
    named('Secret', row('d'), 'ta2') +
    named('Long', tooLong)

  test.each<[string | undefined, string, number]>([
    [undefined, 'First', 2],
    ['Second', 'Second', 4],
    ['Secret', 'Secret', 1],
    ['Blank', 'First', 2],
    ['Nope', 'First', 2],
  ])('%s is wanted: %s is read, and the rows of all are counted', async (wanted, sheet, count) => {
    const choice = new SheetChoice(wanted)
    let rows = 0
    for await (const batch of readSpreadsheet(file(document(content, HIDDEN)), choice))
      rows += batch.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).length
    expect(rows).toBe(count)
    expect(choice.sheet).toBe(sheet)
    expect(choice.sheets).toEqual([
      { name: 'First', rows: 2, hidden: false },
      { name: 'Second', rows: 4, hidden: false },
      { name: 'Blank', rows: 0, hidden: false },
      { name: 'Secret', rows: 1, hidden: true },
      { name: 'Long', rows: 1, hidden: false },
    ])
  })

  test('that is damaged does not concern the one that is read', async () => {
    const choice = new SheetChoice()
    const damagedLater = file(
      document(named('First', row('a') + row('b')) + named('Bad', '<table:table-row></table:oops>')),
    )
    const rows = []
    for await (const batch of readSpreadsheet(damagedLater, choice)) rows.push(...batch)
    expect(rows).toHaveLength(2)
    expect(choice.sheets).toEqual([
      { name: 'First', rows: 2, hidden: false },
      { name: 'Bad', rows: null, hidden: false },
    ])
  })
})

describe('is rejected with its reason', () => {
  test.each<[string, Buffer, RegExp]>([
    [
      'a password',
      file(document(''), '<m:manifest xmlns:m="urn:m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'),
      /password/,
    ],
    [
      'a password, in the newer form that hides all parts',
      zip([
        { name: 'encrypted-package', content: 'x', stored: true },
        {
          name: 'META-INF/manifest.xml',
          content: '<m:manifest xmlns:m="urn:m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
        },
      ]),
      /password/,
    ],
    ['another archive', zip([{ name: 'word/document.xml', content: '<a/>' }]), /not an OpenDocument spreadsheet/],
    ['broken XML', file('<office:document-content'), /damaged/],
    ['a document type', file(`<!DOCTYPE a [<!ENTITY x "y">]>${document('')}`), /document type/],
    [
      'more rows than a sheet has',
      file(document(table(`<table:table-row table:number-rows-repeated="9999999">${text('a')}</table:table-row>`))),
      /1,048,576/,
    ],
    [
      'more columns than are read',
      file(
        document(
          table(
            `<table:table-row><table:table-cell table:number-columns-repeated="2000"><text:p>a</text:p></table:table-cell></table:table-row>`,
          ),
        ),
      ),
      /1,000 columns/,
    ],
    [
      'a number of repetitions that is none',
      file(document(table(`<table:table-row table:number-rows-repeated="-1">${text('a')}</table:table-row>`))),
      /damaged/,
    ],
    [
      'a cell with more paragraphs than fit',
      file(
        document(
          table(
            `<table:table-row><table:table-cell>${'<text:p/>'.repeat(40_000)}</table:table-cell></table:table-row>`,
          ),
        ),
      ),
      /larger than 32 KB/,
    ],
    [
      'a cell that is too large',
      file(document(table(`<table:table-row>${text('a'.repeat(40_000))}</table:table-row>`))),
      /larger than 32 KB/,
    ],
  ])('%s', async (_what, spreadsheet, reason) => {
    await expect(rowsOf(spreadsheet)).rejects.toMatchObject({
      name: 'TableUnreadable',
      reason: expect.stringMatching(reason),
    })
  })

  test('macros are found by the scanner', async () => {
    const macro = [{ name: 'Basic/Standard/Module1.xml', content: '<a/>' }]
    expect(await scan(file(document(''), MANIFEST, macro))).toEqual({ clean: false, threat: 'macro' })
  })
})

test('a cell that is merged over several rows has its value in each of them that has other cells', async () => {
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
  const merged = (rows: number, content: string) =>
    text(content).replace('<table:table-cell', `<table:table-cell table:number-rows-spanned="${rows}"`)
  const covered = '<table:covered-table-cell/>'
  const rows =
    row(merged(3, 'Asha'), text('1'), merged(4, 'Pune')) +
    row(covered, text('2'), covered) +
    row(covered, covered, covered) +
    row(text('Ben'), text('3'), covered)
  expect((await read(rows)).map(({ rowIndex, cells }) => [rowIndex, ...cells])).toEqual([
    [1, 'Asha', '1', 'Pune'],
    [2, 'Asha', '2', 'Pune'],
    [4, 'Ben', '3', 'Pune'],
  ])
})
