import { damaged, notWorkbook, oldWorkbook, passwordProtected } from '../office/errors.ts'
import { SMALL_PART_BYTES_MAX } from '../office/limits.ts'
import { type OfficePackage, openPackage } from '../office/package.ts'
import { countAll, countingDeadline, countRows, isFilled, SheetChoice, TableDetector } from '../sheet-choice.ts'
import type { TableRow } from '../table-row.ts'
import { readContents, type WorkbookSheet } from './contents.ts'
import type { CellContext } from './sheet/cell.ts'
import { findMergedRanges } from './sheet/merged-ranges.ts'
import { readSharedStrings } from './sheet/shared-strings.ts'
import { readSheet } from './sheet/sheet.ts'
import { readCellFormats } from './sheet/styles.ts'

/**
 * The rows of the wanted sheet, or else of the first that has a table, read lazily in batches of some hundred. Empty
 * rows are left out; no batch at all means that the workbook is empty. A faulty file throws `TableUnreadable`, possibly
 * after some batches. The rows of the other sheets are counted afterwards.
 */
export async function* readWorkbook(file: Buffer, choice = new SheetChoice()): AsyncGenerator<TableRow[]> {
  assertXlsx(file)
  const xlsx = await openPackage(file)
  const contents = await readContents(xlsx)
  const context = {
    sharedStrings: await readSharedStrings(openRequired(xlsx, contents.sharedStrings)),
    formats: await readCellFormats(openRequired(xlsx, contents.styles, SMALL_PART_BYTES_MAX)),
    is1904: contents.is1904,
  }
  const counts = new Map<WorkbookSheet, number | null>()
  let cover: { name: string; rows: TableRow[] } | undefined
  for (const sheet of inReadingOrder(contents.sheets, choice.wanted)) {
    choice.sheet = sheet.name
    const merged = await findMergedRanges(xlsx.peek(sheet.part) ?? [])
    const rows = readSheet(openRequired(xlsx, sheet.part), context, merged)
    const { count, held } = yield* holdingCover(rows, sheet.name === choice.wanted)
    counts.set(sheet, count)
    if (count > 0 && held.length === 0) {
      cover = undefined
      break
    }
    if (count > 0) cover ??= { name: sheet.name, rows: held }
  }
  if (cover) {
    choice.sheet = cover.name
    yield cover.rows
  }
  const until = countingDeadline()
  for (const sheet of contents.sheets)
    if (!counts.has(sheet)) counts.set(sheet, await countAll(rowCounts(xlsx, sheet, context), until))
  choice.sheets = contents.sheets.map((sheet) => ({
    name: sheet.name,
    rows: counts.get(sheet) ?? null,
    hidden: sheet.isHidden,
  }))
}

/** Holds the row of a cover back. Returns it with the number of rows. */
async function* holdingCover(batches: AsyncIterable<TableRow[]>, isWanted: boolean) {
  const detector = new TableDetector(isWanted)
  let held: TableRow[] = []
  let count = 0
  for await (const rows of batches) {
    count += countRows(rows)
    if (!detector.isTable) for (const row of rows) detector.add(row)
    if (detector.isTable) {
      yield held.length > 0 ? held.concat(rows) : rows
      held = []
    } else held = held.concat(rows.filter(isFilled))
  }
  return { count, held }
}

/** Hidden sheets come last, unless one is wanted: a vendor means to import what is visible. */
const inReadingOrder = (sheets: readonly WorkbookSheet[], wanted: string | undefined) => {
  const rank = ({ name, isHidden }: WorkbookSheet) => (name === wanted ? 0 : isHidden ? 2 : 1)
  return sheets.toSorted((a, b) => rank(a) - rank(b))
}

async function* rowCounts(xlsx: OfficePackage, { part }: WorkbookSheet, context: CellContext) {
  for await (const rows of readSheet(openRequired(xlsx, part), context)) yield countRows(rows)
}

/** A part that the workbook refers to must exist; otherwise cells would lack their texts. */
function openRequired(xlsx: OfficePackage, name: string, bytesMax?: number): AsyncIterable<Buffer>
function openRequired(
  xlsx: OfficePackage,
  name: string | undefined,
  bytesMax?: number,
): AsyncIterable<Buffer> | undefined
function openRequired(xlsx: OfficePackage, name: string | undefined, bytesMax?: number) {
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
