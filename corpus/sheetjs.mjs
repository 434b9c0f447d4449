import * as sheetJs from 'xlsx'
import { CONTACTS, HEADER, PEOPLE } from './people.mjs'
import { save, table } from './save.mjs'

const { utils } = sheetJs

function book(sheets) {
  const created = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(created, sheet, name)
  return created
}

const write = (created, options = {}) => sheetJs.write(created, { type: 'buffer', bookType: 'xlsx', ...options })
const sheetOf = (rows) => utils.aoa_to_sheet(rows)

export function writeSheetJsFiles() {
  for (const [name, options, about] of [
    ['contacts', {}, 'inline and unpacked, as SheetJS writes by default'],
    ['shared-strings', { bookSST: true, compression: true }, 'shared strings, packed'],
  ])
    save(`sheetjs/${name}.xlsx`, write(book({ Contacts: sheetOf(CONTACTS) }), options), table(about, CONTACTS))
  save('sheetjs/contacts.ods', write(book({ Contacts: sheetOf(CONTACTS) }), { bookType: 'ods' }), {
    ...table('an OpenDocument spreadsheet', CONTACTS),
  })
  writeText()
  writeOneColumn()
  writeSheets()
  writeFormats()
  writeMerged()
  writeRefused()
}

function writeText() {
  const sheet = sheetOf(CONTACTS)
  save('sheetjs/contacts.csv', Buffer.from(utils.sheet_to_csv(sheet)), table('CSV in UTF-8', CONTACTS))
  save('sheetjs/semicolons.csv', Buffer.from(`\ufeff${utils.sheet_to_csv(sheet, { FS: ';', RS: '\r\n' })}`), {
    ...table('CSV with semicolons and a byte order mark', CONTACTS),
  })
  save('sheetjs/utf-16.csv', Buffer.from(utils.sheet_to_txt(sheet), 'latin1'), {
    ...table('Unicode text of a spreadsheet program: UTF-16 with tabs', CONTACTS),
  })
}

function writeOneColumn() {
  const numbers = PEOPLE.map(([, phone]) => [phone])
  save('sheetjs/one-column.csv', Buffer.from(utils.sheet_to_csv(sheetOf(numbers))), {
    about: 'numbers only, without a header',
    headerRow: 0,
    columns: ['Column A'],
    rows: numbers.map(([phone], i) => [i + 1, phone]),
  })
}

function writeSheets() {
  const created = book({
    Hidden: sheetOf([
      ['Name', 'Phone'],
      ['Nobody', '+919876500099'],
    ]),
    Empty: sheetOf([]),
    Contacts: sheetOf(CONTACTS),
    More: sheetOf([
      ['Name', 'Phone'],
      ['Second', '+919876500098'],
    ]),
  })
  created.Workbook = { Sheets: [{ Hidden: 1 }, {}, {}, {}], Names: [{ Name: 'People', Ref: 'Contacts!$A$1:$D$7' }] }
  save(
    'sheetjs/sheets.xlsx',
    write(created),
    table('a hidden, an empty and two filled sheets; a defined name', CONTACTS),
  )
  const hidden = book({ Hidden: sheetOf(CONTACTS), Empty: sheetOf([]) })
  hidden.Workbook = { Sheets: [{ Hidden: 2 }, {}] }
  save('sheetjs/only-hidden.xlsx', write(hidden), table('the only rows are on a very hidden sheet', CONTACTS))
}

function writeFormats() {
  const sheet = sheetOf([['Phone', 'Code', 'Joined', 'Amount', 'Sum', 'Broken', 'Member']])
  const cells = {
    A2: { t: 'n', v: 447400123456, z: '"+"00 0000 000000' },
    B2: { t: 'n', v: 1234, z: '000000' },
    C2: { t: 'n', v: 45351, z: 'yyyy-mm-dd' },
    D2: { t: 'n', v: 1234.5, z: '#,##0.00' },
    E2: { t: 'n', v: 3, f: '1+2' },
    F2: { t: 'e', v: 0x2a, w: '#N/A' },
    G2: { t: 'b', v: true },
    A3: { t: 'n', v: 919876500001 },
    B3: { t: 's', v: '001234' },
    C3: { t: 'n', v: 45351.5, z: 'dd.mm.yyyy hh:mm' },
    E3: { t: 's', v: 'Asha', f: '"As"&"ha"' },
  }
  Object.assign(sheet, cells, { '!ref': 'A1:G3', '!autofilter': { ref: 'A1:G3' }, '!cols': [{ wch: 20 }] })
  sheet.A2.c = [{ a: 'Asha', t: 'call in the morning' }]
  sheet.A3.l = { Target: 'https://example.test/' }
  save('sheetjs/formats.xlsx', write(book({ Contacts: sheet }), { cellDates: false }), {
    about: 'number formats, dates, formulas, an error, a comment, a link, a filter',
    headerRow: 1,
    columns: ['Phone', 'Code', 'Joined', 'Amount', 'Sum', 'Broken', 'Member'],
    rows: [
      [2, '+44 7400 123456', '001234', '2024-02-29', '1234.5', '3', '', 'TRUE'],
      [3, '919876500001', '001234', '2024-02-29 12:00:00', '', 'Asha'],
    ],
  })
  const old = book({ Contacts: sheetOf([HEADER.slice(0, 2).concat('Joined'), ['Asha Rao', '+919876500001']]) })
  old.Workbook = { WBProps: { date1904: true } }
  old.Sheets.Contacts.C2 = { t: 'n', v: 43889, z: 'yyyy-mm-dd' }
  old.Sheets.Contacts['!ref'] = 'A1:C2'
  save('sheetjs/dates-1904.xlsx', write(old), {
    ...table('dates count from 1904', [
      ['Name', 'Phone', 'Joined'],
      ['Asha Rao', '+919876500001', '2024-02-29'],
    ]),
  })
}

function writeMerged() {
  const rows = [
    ['Customers of May', '', ''],
    ['', '', ''],
    ['Name', 'Phone', 'City'],
    ['Asha Rao', '+919876500001', 'Pune'],
    ['', '+919876500002', ''],
    ['Ben Ode', '+919876500003', ''],
  ]
  const sheet = sheetOf(rows.map((cells) => cells.map((cell) => (cell === '' ? null : cell))))
  sheet['!merges'] = ['A1:C1', 'A4:A5', 'C4:C6'].map(utils.decode_range)
  save('sheetjs/merged.xlsx', write(book({ Contacts: sheet })), {
    about: 'a title over all columns; a name over two rows and a city over three',
    headerRow: 3,
    columns: ['Name', 'Phone', 'City'],
    rows: [
      [4, 'Asha Rao', '+919876500001', 'Pune'],
      [5, 'Asha Rao', '+919876500002', 'Pune'],
      [6, 'Ben Ode', '+919876500003', 'Pune'],
    ],
  })
  save('sheetjs/merged.ods', write(book({ Contacts: sheet }), { bookType: 'ods' }), {
    about: 'the same as an OpenDocument spreadsheet',
    headerRow: 3,
    columns: ['Name', 'Phone', 'City'],
    rows: [
      [4, 'Asha Rao', '+919876500001', 'Pune'],
      [5, 'Asha Rao', '+919876500002', 'Pune'],
      [6, 'Ben Ode', '+919876500003', 'Pune'],
    ],
  })
}

function writeRefused() {
  const created = () => book({ Contacts: sheetOf([HEADER, ...PEOPLE.slice(0, 2)]) })
  save('sheetjs/old-format.xlsx', write(created(), { bookType: 'biff8' }), {
    about: 'an .xls workbook under the name of an .xlsx',
    upload: 'Excel 97–2003',
  })
  save('sheetjs/binary.xlsx', write(created(), { bookType: 'xlsb' }), {
    about: 'an .xlsb workbook under the name of an .xlsx',
    unreadable: 'binary workbook (.xlsb)',
  })
  save('sheetjs/opendocument.xlsx', write(created(), { bookType: 'ods' }), {
    about: 'an .ods spreadsheet under the name of an .xlsx',
    upload: 'not an Excel workbook',
  })
  const macro = created()
  macro.vbaraw = Buffer.from('a project')
  save('sheetjs/macro.xlsx', write(macro, { bookType: 'xlsm', bookVBA: true }), {
    about: 'an .xlsm workbook with a macro under the name of an .xlsx',
    threat: 'macro',
  })
  const whole = write(created(), { compression: true })
  save('sheetjs/cut.xlsx', whole.subarray(0, Math.floor(whole.length * 0.6)), {
    about: 'the first part of a workbook whose transfer broke off',
    unreadable: 'damaged',
  })
}
