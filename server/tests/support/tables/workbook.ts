import { randomBytes } from 'node:crypto'
import { type Part, zip } from './zip.ts'

/**
 * The parts of a minimal workbook that spreadsheet programs open. `more` adds parts, or replaces those of the same
 * name.
 */
export function workbookParts(more: Part[] = []): Part[] {
  const parts: Part[] = [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relationships({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }) },
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Contacts" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships({ id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' }),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: '<worksheet><sheetData><row r="1"><c r="A1"/></row></sheetData></worksheet>',
    },
  ]
  return [...parts.filter((part) => !more.some((one) => one.name === part.name)), ...more]
}

export const workbook = (more: Part[] = []): Buffer => zip(workbookParts(more))

export const SHEET = 'xl/worksheets/sheet1.xml'
export const sheet = (content: string | Buffer): Part[] => [{ name: SHEET, content }]

export const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

/** Compresses to a ninetieth of its size, which is below the limit on the ratio. */
export function paddedText(bytes: number): Buffer {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 1024) randomBytes(8).copy(content, at)
  return content
}

export function relationships(...all: { id: string; type: string; target: string; mode?: string }[]): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const tags = all.map(
    ({ id, type, target, mode }) =>
      `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  )
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${tags.join('')}</Relationships>`
}
