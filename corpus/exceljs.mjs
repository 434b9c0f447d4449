import { PassThrough } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import { CONTACTS, PEOPLE } from './people.mjs'
import { save, table } from './save.mjs'

export async function writeExcelJsFiles() {
  const plain = new ExcelJS.Workbook()
  plain.addWorksheet('Contacts').addRows(CONTACTS)
  await saveBook('contacts', plain, table('shared strings, as ExcelJS writes by default', CONTACTS))
  await writeStream('stream', { useSharedStrings: false }, 'as a stream, with the strings in the cells')
  await writeStream('stream-shared', { useSharedStrings: true, useStyles: true }, 'as a stream, with shared strings')
  await saveBook('decorated', decorated(), {
    about: 'title rows, merged cells, rich text, links, formulas, errors, notes, a picture, a filter, hidden sheets',
    headerRow: 3,
    columns: ['Name', 'Phone', 'Joined', 'Score', 'Note'],
    rows: [
      [4, 'Asha Rao', '+44 7400 123456', '2024-02-29', '42', 'gold customer'],
      [5, 'Ben Ode', '001234', '2024-02-29 13:45:00', '', 'see example.test'],
      [9, 'Cara Lim', '919876500003', '', '50%', 'two\nlines'],
    ],
  })
  await saveBook('dates-1904', dates1904(), {
    ...table('dates count from 1904', [
      ['Name', 'Phone', 'Joined'],
      ['Asha Rao', '+919876500001', '2024-02-29'],
    ]),
  })
  await saveBook(
    'table',
    withTable(),
    table('a table with a filter, a style and a total row', [
      ['Name', 'Phone', 'City'],
      ...PEOPLE.slice(0, 3).map((cells) => cells.slice(0, 3)),
      ['Total', '', '3'],
    ]),
  )
}

const saveBook = async (name, book, truth) =>
  save(`exceljs/${name}.xlsx`, Buffer.from(await book.xlsx.writeBuffer()), truth)

async function writeStream(name, options, about) {
  const stream = new PassThrough()
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, ...options })
  const sheet = book.addWorksheet('Contacts')
  for (const cells of CONTACTS) sheet.addRow(cells).commit()
  await book.commit()
  save(`exceljs/${name}.xlsx`, Buffer.concat(chunks), table(about, CONTACTS))
}

function decorated() {
  const book = new ExcelJS.Workbook()
  book.creator = 'Asha Rao'
  book.addWorksheet('Lists', { state: 'veryHidden' }).addRow(['Phone', '+919876500099'])
  const sheet = book.addWorksheet('Contacts', { views: [{ state: 'frozen', ySplit: 3 }] })
  sheet.getCell('A1').value = { richText: [{ text: 'Customers ' }, { text: 'of May', font: { bold: true } }] }
  sheet.mergeCells('A1:E1')
  sheet.getRow(3).values = ['Name', 'Phone', 'Joined', 'Score', 'Note']
  sheet.autoFilter = 'A3:E9'
  sheet.getCell('A4').value = { richText: [{ text: 'Asha ' }, { text: 'Rao', font: { italic: true } }] }
  sheet.getCell('B4').value = 447400123456
  sheet.getCell('B4').numFmt = '+00 0000 000000'
  sheet.getCell('C4').value = new Date('2024-02-29T00:00:00Z')
  sheet.getCell('D4').value = { formula: '6*7', result: 42 }
  sheet.getCell('E4').value = 'gold customer'
  sheet.getCell('A4').note = 'call in the morning'
  sheet.getCell('A5').value = { formula: 'PROPER("ben ode")', result: 'Ben Ode' }
  sheet.getCell('B5').value = 1234
  sheet.getCell('B5').numFmt = '000000'
  sheet.getCell('C5').value = new Date('2024-02-29T13:45:00Z')
  sheet.getCell('D5').value = { error: '#DIV/0!' }
  sheet.getCell('E5').value = { text: 'see example.test', hyperlink: 'https://example.test/' }
  sheet.getCell('A9').value = 'Cara Lim'
  sheet.getCell('B9').value = 919876500003
  sheet.getCell('D9').value = 0.5
  sheet.getCell('D9').numFmt = '0%'
  sheet.getCell('E9').value = 'two\nlines'
  sheet.getCell('E9').alignment = { wrapText: true }
  sheet.getCell('C9').dataValidation = { type: 'list', allowBlank: true, formulae: ['"yes,no"'] }
  sheet.addConditionalFormatting({
    ref: 'D4:D9',
    rules: [{ type: 'cellIs', operator: 'greaterThan', formulae: [10], style: { font: { bold: true } } }],
  })
  const picture = book.addImage({ buffer: smallPicture(), extension: 'png' })
  sheet.addImage(picture, { tl: { col: 6, row: 1 }, ext: { width: 32, height: 32 } })
  sheet.getRow(12).height = 30
  sheet.protect('a password for the sheet only', {})
  book.definedNames.add('Contacts!$A$4:$A$9', 'People')
  return book
}

function dates1904() {
  const book = new ExcelJS.Workbook()
  book.properties.date1904 = true
  const sheet = book.addWorksheet('Contacts')
  sheet.addRow(['Name', 'Phone', 'Joined'])
  sheet.addRow(['Asha Rao', '+919876500001', new Date('2024-02-29T00:00:00Z')]).getCell(3).numFmt = 'dd/mm/yyyy'
  return book
}

function withTable() {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('Contacts').addTable({
    name: 'People',
    ref: 'A1',
    headerRow: true,
    totalsRow: true,
    style: { theme: 'TableStyleMedium2', showRowStripes: true },
    columns: [
      { name: 'Name', totalsRowLabel: 'Total', filterButton: true },
      { name: 'Phone' },
      { name: 'City', totalsRowFunction: 'count', totalsRowResult: 3 },
    ],
    rows: PEOPLE.slice(0, 3).map((cells) => cells.slice(0, 3)),
  })
  return book
}

/** One grey pixel. */
export function smallPicture() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0x80]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
