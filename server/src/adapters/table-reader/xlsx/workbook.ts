import type { TableRow } from '../row.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { readDateStyles } from './styles.ts'
import { readContents } from './xlsx-contents.ts'
import { SMALL_PART_BYTES_MAX } from './xlsx-limits.ts'
import { openPackage, type XlsxPackage } from './xlsx-package.ts'
import { damaged, noWorkbook, oldWorkbook, passwordProtected } from './xlsx-refusals.ts'

/**
 * The rows of the first sheet that has any, in batches of some hundred, as they are pulled. Rows without a value are left
 * out; no batch at all means that the workbook is empty. Whatever is wrong with the file throws `TableUnreadable`,
 * possibly after some batches.
 */
export async function* readWorkbook(file: Buffer): AsyncGenerator<TableRow[]> {
  refuseOtherFormats(file)
  const xlsx = await openPackage(file)
  const contents = await readContents(xlsx)
  const context = {
    sharedStrings: await readSharedStrings(openListed(xlsx, contents.sharedStrings)),
    dateStyles: await readDateStyles(openListed(xlsx, contents.styles, SMALL_PART_BYTES_MAX)),
    is1904: contents.is1904,
  }
  for (const sheet of contents.sheets) {
    let isEmpty = true
    for await (const rows of readSheet(openListed(xlsx, sheet), context)) {
      isEmpty = false
      yield rows
    }
    if (!isEmpty) return
  }
}

/** A part that the workbook names must be there; cells would lack their texts without it. */
function openListed(xlsx: XlsxPackage, name: string, bytesMax?: number): AsyncIterable<Buffer>
function openListed(xlsx: XlsxPackage, name: string | undefined, bytesMax?: number): AsyncIterable<Buffer> | undefined
function openListed(xlsx: XlsxPackage, name: string | undefined, bytesMax?: number) {
  if (name === undefined) return undefined
  const part = xlsx.open(name, bytesMax)
  if (!part) throw damaged()
  return part
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** The container of Excel's old files, and of new ones that are encrypted. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

function refuseOtherFormats(file: Buffer) {
  if (file.subarray(0, ZIP.length).equals(ZIP)) return
  if (!file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw noWorkbook()
  throw file.includes(ENCRYPTED_PACKAGE) ? passwordProtected() : oldWorkbook()
}
