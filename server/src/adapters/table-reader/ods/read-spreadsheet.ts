import type { TableSheet } from '../../../ports/table-reader.ts'
import { damaged, notSpreadsheet, passwordProtected } from '../office/errors.ts'
import { SMALL_PART_BYTES_MAX } from '../office/limits.ts'
import { type OfficePackage, openPackage } from '../office/package.ts'
import { parsePart } from '../office/parse-part.ts'
import { xmlParser } from '../office/xml-parser.ts'
import { countAll, countingDeadline, SheetChoice } from '../sheet-choice.ts'
import type { TableRow } from '../table-row.ts'
import { contentHandlers, type SpreadsheetSheet } from './content.ts'

/**
 * The rows of the wanted sheet, or else of the first visible sheet that has a table, or else of the first hidden one.
 * Empty rows are left out. A faulty file throws `TableUnreadable`, possibly after some batches.
 */
export async function* readSpreadsheet(file: Buffer, choice = new SheetChoice()): AsyncGenerator<TableRow[]> {
  const parts = await openPackage(file)
  // First, because an encrypted file need not have any other part that is known.
  if (await isEncrypted(parts)) throw passwordProtected()
  if (!parts.has('content.xml')) throw notSpreadsheet()
  const { wanted } = choice
  const isFound = yield* readSheet(
    parts,
    choice,
    ({ name, isHidden }) => (wanted === undefined ? !isHidden : name === wanted),
    wanted !== undefined,
  )
  if (isFound) return
  const next = nextSheet(choice.sheets, 2) ?? nextSheet(choice.sheets, 1)
  if (next !== undefined) yield* readSheet(parts, choice, ({ index }) => index === next, true)
}

/** The index of the first sheet with so many rows, of the hidden ones last. */
function nextSheet(sheets: readonly TableSheet[], rowsMin: number): number | undefined {
  const filled = sheets.filter(({ rows }) => rows === null || rows >= rowsMin)
  const next = filled.find(({ hidden }) => !hidden) ?? filled[0]
  return next && sheets.indexOf(next)
}

/** Returns whether a sheet was read. The other sheets are only counted; see `countAll`. */
async function* readSheet(
  parts: OfficePackage,
  choice: SheetChoice,
  mayBeRead: (sheet: SpreadsheetSheet) => boolean,
  isChosen: boolean,
): AsyncGenerator<TableRow[], boolean> {
  const part = parts.open('content.xml')
  if (!part) throw damaged()
  const content = contentHandlers(mayBeRead, isChosen)
  const steps = parsePart(part, xmlParser(content.handlers))
  // Damage behind the rows does not concern them.
  const next = () =>
    steps.next().catch((error: unknown) => {
      if (content.isComplete()) return undefined
      throw error
    })
  let step = await next()
  for (; step && !step.done && !content.isComplete(); step = await next()) {
    const rows = content.takeRows()
    if (rows.length > 0) {
      choice.sheet = content.sheetRead()
      yield rows
    }
  }
  const rows = content.takeRows()
  choice.sheet = content.sheetRead()
  if (rows.length > 0) yield rows
  const isWhole = step !== undefined && (step.done || (await countAll(asCounts(steps), countingDeadline())) !== null)
  const counted = isWhole ? undefined : content.current()
  choice.sheets = content.sheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet === counted ? null : sheet.rowCount,
    hidden: sheet.isHidden,
  }))
  return content.isComplete()
}

/** The rows are counted by the handlers. */
async function* asCounts(steps: AsyncIterable<unknown>) {
  for await (const _ of steps) yield 0
}

/** The list of parts says so; the parts themselves look damaged. */
async function isEncrypted(parts: OfficePackage): Promise<boolean> {
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
