import writeExcelFile from 'write-excel-file/node'
import { smallPicture } from './exceljs.mjs'
import { CONTACTS } from './people.mjs'
import { save, table } from './save.mjs'

export async function writeWriteExcelFileFiles() {
  const contacts = CONTACTS.map((cells) => cells.map((cell) => (cell === '' ? null : cell)))
  await saveFile('contacts', writeExcelFile(contacts), table('as write-excel-file writes by default', CONTACTS))
  const title = [{ value: 'Customers of May', columnSpan: 3, fontWeight: 'bold' }, null, null, null, null]
  const header = ['Name', 'Phone', 'Joined', 'City', 'Score'].map((value) => ({ value, fontWeight: 'bold' }))
  const rows = [
    title,
    [],
    header,
    [
      'Asha Rao',
      { value: 447400123456, format: '+00 0000 000000' },
      { value: new Date('2024-02-29T00:00:00Z'), format: 'dd.mm.yyyy' },
      { value: 'Pune', rowSpan: 2 },
      { value: 1234.5, format: '#,##0.00' },
    ],
    [
      { value: 'Ben Ode', wrap: true },
      { value: 1234, format: '000000' },
      { value: new Date('2024-02-29T13:45:00Z'), format: 'dd/mm/yyyy hh:mm' },
      null,
      true,
    ],
    [{ value: '  Cara\nLim ', type: String, format: '@' }, '+919876500003'],
  ]
  const images = [
    {
      content: smallPicture(),
      contentType: 'image/png',
      width: 16,
      height: 16,
      dpi: 96,
      anchor: { row: 1, column: 7 },
    },
  ]
  const sheets = [
    { data: [], sheet: 'Empty' },
    { data: rows, sheet: 'Contacts', stickyRowsCount: 3, images },
  ]
  await saveFile('decorated', writeExcelFile(sheets), {
    about: 'an empty first sheet, a title, formats, dates, a picture, a city over two rows',
    headerRow: 3,
    columns: ['Name', 'Phone', 'Joined', 'City', 'Score'],
    rows: [
      [4, 'Asha Rao', '+44 7400 123456', '2024-02-29', 'Pune', '1234.5'],
      [5, 'Ben Ode', '001234', '2024-02-29 13:45:00', 'Pune', 'TRUE'],
      [6, '  Cara\nLim ', '+919876500003'],
    ],
  })
}

const saveFile = async (name, written, truth) => save(`write-excel-file/${name}.xlsx`, await written.toBuffer(), truth)
