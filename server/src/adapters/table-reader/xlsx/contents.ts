import { binaryWorkbook, damaged, notWorkbook, openDocument } from '../office/errors.ts'
import { SMALL_PART_BYTES_MAX } from '../office/limits.ts'
import type { OfficePackage } from '../office/package.ts'
import { readPart } from '../office/parse-part.ts'
import { xmlParser } from '../office/xml-parser.ts'
import { sheetName } from '../sheet-choice.ts'
import { type Relationship, readRelationships, relationshipsOf } from './relationships.ts'

/** The names of the parts that are read. */
interface WorkbookContents {
  /** In the order of the tabs. */
  sheets: readonly WorkbookSheet[]
  sharedStrings: string | undefined
  styles: string | undefined
  /** Dates count from 1904, as in early versions for Macintosh. */
  is1904: boolean
}

export interface WorkbookSheet {
  name: string
  part: string
  isHidden: boolean
}

export async function readContents(xlsx: OfficePackage): Promise<WorkbookContents> {
  const small = (name: string) => xlsx.open(name, SMALL_PART_BYTES_MAX)
  const roots = await readRelationships(small('_rels/.rels'), '')
  const workbook = partOfKind(roots, 'officeDocument') ?? 'xl/workbook.xml'
  const part = small(workbook)
  if (!part) throw wrongFormat(xlsx)
  const { sheets, is1904 } = await readWorkbookPart(part)
  const relationships = await readRelationships(small(relationshipsOf(workbook)), workbook)
  return {
    sheets: sheetParts(sheets, relationships),
    sharedStrings: partOfKind(relationships, 'sharedStrings'),
    styles: partOfKind(relationships, 'styles'),
    is1904,
  }
}

const partOfKind = (relationships: Map<string, Relationship>, kind: string) =>
  [...relationships.values()].find((one) => one.kind === kind)?.part

function wrongFormat(xlsx: OfficePackage) {
  if (xlsx.has('xl/workbook.bin')) return binaryWorkbook()
  return xlsx.has('mimetype') && xlsx.has('content.xml') ? openDocument() : notWorkbook()
}

interface ListedSheet {
  name: string
  relationshipId: string
  isHidden: boolean
}

async function readWorkbookPart(part: AsyncIterable<Buffer>) {
  const sheets: ListedSheet[] = []
  let is1904 = false
  await readPart(
    part,
    xmlParser({
      open(name, attributes, depth, parent) {
        if (depth === 2 && name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes['date1904'] ?? '')
        if (depth !== 3 || parent !== 'sheets' || name !== 'sheet') return
        const idName = Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''
        const state = attributes['state'] ?? 'visible'
        sheets.push({
          name: sheetName(attributes['name'] ?? ''),
          relationshipId: attributes[idName] ?? '',
          isHidden: state !== 'visible',
        })
      },
    }),
  )
  return { sheets, is1904 }
}

/**
 * A part that is listed twice is read once. Charts and dialogs are sheets too, but have no cells, and the modules of old
 * macros are sheets without a part.
 */
function sheetParts(listed: ListedSheet[], relationships: Map<string, Relationship>): WorkbookSheet[] {
  const byPart = new Map<string, WorkbookSheet>()
  for (const { name, relationshipId, isHidden } of listed) {
    if (relationshipId === '') continue
    const target = relationships.get(relationshipId)
    if (!target) throw damaged()
    const { kind, part } = target
    if (kind === 'worksheet' && !byPart.has(part)) byPart.set(part, { name, part, isHidden })
  }
  return [...byPart.values()]
}
