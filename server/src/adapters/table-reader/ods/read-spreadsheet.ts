import type { TableRow } from '../table-row.ts'
import { damaged, notSpreadsheet, passwordProtected } from '../xlsx/errors.ts'
import { SMALL_PART_BYTES_MAX } from '../xlsx/limits.ts'
import { openPackage, type XlsxPackage } from '../xlsx/package/package.ts'
import { parsePart } from '../xlsx/package/parse-part.ts'
import { xmlParser } from '../xlsx/package/xml-parser.ts'
import { contentHandlers } from './content.ts'

/**
 * The rows of the first visible sheet that has any, or else of the first hidden one. Empty rows are left out. A faulty
 * file throws `TableUnreadable`, possibly after some batches.
 */
export async function* readSpreadsheet(file: Buffer): AsyncGenerator<TableRow[]> {
  const parts = await openPackage(file)
  if (!parts.has('content.xml')) throw notSpreadsheet()
  if (await isEncrypted(parts)) throw passwordProtected()
  for (const isHidden of [false, true]) {
    let isEmpty = true
    for await (const rows of readSheet(parts, isHidden)) {
      isEmpty = false
      yield rows
    }
    if (!isEmpty) return
  }
}

async function* readSheet(parts: XlsxPackage, isHidden: boolean): AsyncGenerator<TableRow[]> {
  const part = parts.open('content.xml')
  if (!part) throw damaged()
  const content = contentHandlers(isHidden)
  for await (const _ of parsePart(part, xmlParser(content.handlers))) {
    const rows = content.takeRows()
    if (rows.length > 0) yield rows
    if (content.isComplete()) return
  }
  const rows = content.takeRows()
  if (rows.length > 0) yield rows
}

/** The list of parts says so; the parts themselves look damaged. */
async function isEncrypted(parts: XlsxPackage): Promise<boolean> {
  let isFound = false
  const manifest = parts.open('META-INF/manifest.xml', SMALL_PART_BYTES_MAX)
  if (manifest)
    for await (const _ of parsePart(
      manifest,
      xmlParser({
        open(name) {
          isFound ||= name === 'encryption-data'
        },
      }),
    ));
  return isFound
}
