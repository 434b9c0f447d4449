import { cleanCell, isCellTooLarge } from '../../../domain/imports/rows/clean-cell.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { openHead } from '../encrypted-columns.ts'
import { assertStatus, assertUnchangedMapping, getImport, invalidState } from '../lifecycle/find-import.ts'
import { type EditDeps, editRows } from './edit-rows.ts'
import { presentRows, type RowsDeps } from './present-rows.ts'
import { deleteOldReplacements, findReplacedColumn } from './replacements.sql.ts'
import type { ReplaceBody, RowView } from './schema.ts'

/** Changes cells of one row. Returns the row with its new outcome. */
export async function repairRow(
  deps: EditDeps & RowsDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  rowIndex: number,
  texts: Readonly<Record<string, string>>,
): Promise<RowView> {
  const { job, columns } = await openReview(deps, vendorId, jobId)
  const cells = Object.entries(texts).map(
    ([header, text]) => [columnOf(columns, header, `cells.${header}`), checkCell(text, `cells.${header}`)] as const,
  )
  await editRows(deps, vendorId, job, { kind: 'cells', rowIndex, cells })
  const edited = await getImport(deps.db, vendorId, jobId)
  // Another mapping discards the repair with all other rows, and may leave no columns to show.
  if (edited.revision !== job.revision) throw invalidState(edited.status)
  const [row] = await presentRows(deps, vendorId, edited, [rowIndex])
  await assertUnchangedMapping(deps.db, vendorId, job)
  return row as RowView
}

/** Leaves rows out of the import, or takes them back in. */
export async function excludeRows(
  deps: EditDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  kind: 'exclude' | 'include',
  rowIndexes: readonly number[],
) {
  const { job } = await openReview(deps, vendorId, jobId)
  return { changedRows: await editRows(deps, vendorId, job, { kind, rowIndexes: new Set(rowIndexes) }) }
}

/** Finds and replaces a text in all cells of a column. */
export async function replaceInColumn(
  deps: EditDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  { column, find, replace, wholeCell = false }: ReplaceBody,
  idempotency: IdempotencyRecord,
) {
  const { job, columns } = await openReview(deps, vendorId, jobId)
  const replacementId = newId()
  const edit = {
    kind: 'replace' as const,
    replacementId,
    column: columnOf(columns, column, 'column'),
    find: cleanCell(find),
    replace: checkCell(replace, 'replace'),
    wholeCell,
  }
  const answerFor = (changedRows: number) => ({ changedRows, replacementId: changedRows > 0 ? replacementId : null })
  const changedRows = await editRows(deps, vendorId, job, edit, async (tx, changed) => {
    await deleteOldReplacements(tx, vendorId, jobId, REPLACEMENTS_MAX)
    await idempotency.saveAnswer(tx, 200, answerFor(changed))
  })
  return answerFor(changedRows)
}

/** How many replacements of an import can be undone. */
const REPLACEMENTS_MAX = 20

/** Takes back what a replacement changed. Cells that were changed again since stay as they are. */
export async function undoReplacement(
  deps: EditDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  replacementId: string,
) {
  const { job } = await openReview(deps, vendorId, jobId)
  const column = await findReplacedColumn(deps.db, vendorId, jobId, replacementId)
  if (column === undefined) throw notFound()
  return { changedRows: await editRows(deps, vendorId, job, { kind: 'undo', replacementId, column }) }
}

/** An edit names rows and columns of the mapping that its author saw. */
async function openReview(deps: Pick<Deps, 'db' | 'keyring'>, vendorId: VendorPrincipal['vendorId'], jobId: string) {
  const job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  return { job, columns: openHead(await deps.keyring.of(deps.db, vendorId), job.head_cipher as Buffer).columns }
}

function columnOf(columns: readonly string[], header: string, path: string): number {
  const column = columns.indexOf(header)
  if (column === -1) throw invalid(path, 'is not a column of the file')
  return column
}

function checkCell(text: string, path: string): string {
  const cell = cleanCell(text)
  if (isCellTooLarge(cell)) throw invalid(path, 'must be at most 32 KB')
  return cell
}

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { detail: `${path.split('.', 1)}: ${message}`, errors: [{ path, message }] })
