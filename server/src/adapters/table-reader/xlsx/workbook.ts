import type { TableRow } from '../table-row.ts'
import { damaged, notWorkbook, oldWorkbook, passwordProtected } from './errors.ts'
import { SMALL_PART_BYTES_MAX } from './limits.ts'
import { readContents } from './package/contents.ts'
import { openPackage, type XlsxPackage } from './package/package.ts'
import { findMergedRanges } from './sheet/merged-ranges.ts'
import { readSharedStrings } from './sheet/shared-strings.ts'
import { readSheet } from './sheet/sheet.ts'
import { readCellFormats } from './sheet/styles.ts'

/**
 * The rows of the first sheet that has any, read lazily in batches of some hundred. Empty rows are left out; no batch
 * at all means that the workbook is empty. A faulty file throws `TableUnreadable`, possibly after some batches.
 */
export async function* readWorkbook(file: Buffer): AsyncGenerator<TableRow[]> {
  assertXlsx(file)
  const xlsx = await openPackage(file)
  const contents = await readContents(xlsx)
  const context = {
    sharedStrings: await readSharedStrings(openRequired(xlsx, contents.sharedStrings)),
    formats: await readCellFormats(openRequired(xlsx, contents.styles, SMALL_PART_BYTES_MAX)),
    is1904: contents.is1904,
  }
  for (const sheet of contents.sheets) {
    let isEmpty = true
    const merged = await findMergedRanges(xlsx.peek(sheet) ?? [])
    for await (const rows of readSheet(openRequired(xlsx, sheet), context, merged)) {
      isEmpty = false
      yield rows
    }
    if (!isEmpty) return
  }
}

/** A part that the workbook refers to must exist; otherwise cells would lack their texts. */
function openRequired(xlsx: XlsxPackage, name: string, bytesMax?: number): AsyncIterable<Buffer>
function openRequired(xlsx: XlsxPackage, name: string | undefined, bytesMax?: number): AsyncIterable<Buffer> | undefined
function openRequired(xlsx: XlsxPackage, name: string | undefined, bytesMax?: number) {
  if (name === undefined) return undefined
  const part = xlsx.open(name, bytesMax)
  if (!part) throw damaged()
  return part
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** The container of old Excel files, and of new ones that are encrypted. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

function assertXlsx(file: Buffer) {
  if (file.subarray(0, ZIP.length).equals(ZIP)) return
  if (!file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw notWorkbook()
  throw file.includes(ENCRYPTED_PACKAGE) ? passwordProtected() : oldWorkbook()
}
