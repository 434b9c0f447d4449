import { relationships, SHEET, workbook } from './workbook.ts'
import type { Part } from './zip.ts'

/** Escapes text for XML. */
export const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

export const sheetXml = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

/** The parts of a workbook besides its first sheet. */
export interface Written {
  strings?: string
  styles?: string
  workbookPr?: string
  more?: Part[]
}

/** A workbook of one sheet with these rows; `strings` and `styles` are the inner XML of their parts. */
export function writtenWorkbook(rows: string, { strings, styles, workbookPr = '', more = [] }: Written = {}): Buffer {
  const parts: Part[] = [
    { name: SHEET, content: sheetXml(rows) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="Contacts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
        ...(strings === undefined ? [] : [{ id: 'rId2', type: 'sharedStrings', target: 'sharedStrings.xml' }]),
        ...(styles === undefined ? [] : [{ id: 'rId3', type: 'styles', target: '/xl/styles.xml' }]),
      ),
    },
  ]
  if (strings !== undefined) parts.push({ name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` })
  if (styles !== undefined) parts.push({ name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` })
  return workbook([...parts.filter((part) => !more.some((one) => one.name === part.name)), ...more])
}
