import xlsxPopulate from 'xlsx-populate'
import { CONTACTS } from './people.mjs'
import { save, table } from './save.mjs'

export async function writeXlsxPopulateFiles() {
  const plain = await contacts()
  save('xlsx-populate/contacts.xlsx', await plain.outputAsync(), table('a filled template', CONTACTS))
  save('xlsx-populate/password.xlsx', await plain.outputAsync({ password: 'secret' }), {
    about: 'encrypted with a password: told apart from a damaged workbook',
    upload: 'protected with a password',
    unreadable: 'password-protected',
  })
  save('xlsx-populate/decorated.xlsx', await decorated(), {
    about: 'rich text, links, formulas without results, dates, a filter, names, hidden rows and columns, a gap',
    headerRow: 2,
    columns: ['Name', 'Phone', 'Joined', 'Code', 'Link'],
    rows: [
      [3, 'Asha Rao', '+44 7400 123456', '2024-02-29', '001234', 'our site'],
      [4, 'Ben Ode', '919876500002'],
      [40, 'Cara Lim', '919876500003', '', '', '<&>"\' _x '],
    ],
  })
}

async function contacts() {
  const book = await xlsxPopulate.fromBlankAsync()
  CONTACTS.forEach((cells, i) => {
    cells.forEach((cell, j) => {
      if (cell !== '')
        book
          .sheet(0)
          .row(i + 1)
          .cell(j + 1)
          .value(cell)
    })
  })
  return book
}

async function decorated() {
  const book = await xlsxPopulate.fromBlankAsync()
  const sheet = book.sheet(0).name('Contacts')
  book.addSheet('Lists').hidden(true).cell('A1').value('nothing to import')
  sheet.cell('B1').value('Customers of May')
  sheet.range('B1:E1').merged(true)
  sheet.cell('A2').value([['Name', 'Phone', 'Joined', 'Code', 'Link']])
  const name = new xlsxPopulate.RichText()
  name.add('Asha ', { bold: true }).add('Rao', { italic: true })
  sheet.cell('A3').value(name)
  sheet.cell('B3').value(447400123456).style('numberFormat', '+00 0000 000000')
  sheet.cell('C3').value(45351).style('numberFormat', 'yyyy-mm-dd;@')
  sheet.cell('D3').value(1234).style('numberFormat', '000000')
  sheet.cell('E3').value('our site').hyperlink('https://example.test/')
  sheet.cell('A4').value('Ben Ode')
  sheet.cell('B4').value(919876500002).dataValidation('1,2')
  sheet.row(4).hidden(true)
  sheet.cell('A40').value('Cara Lim')
  sheet.cell('B40').value(919876500003)
  sheet.cell('E40').value('<&>"\' _x ')
  sheet.column('D').hidden(true)
  sheet.range('A2:E40').autoFilter()
  book.definedName('People', sheet.range('A3:A40'))
  return book.outputAsync()
}
