import type { VendorId } from '../../../domain/ids.ts'
import type { Replacement } from '../../../domain/imports/rows/edit-row.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as chunks from '../staging/chunks.sql.ts'
import type { RowRange } from '../staging/staging.sql.ts'
import type { FindTextTask } from './find-text-thread.ts'
import { chunksWithRepairedCells } from './repairs.sql.ts'
import { rangesOfReplacement } from './replacements.sql.ts'

/** A change of rows; an undo names the replacement that it takes back. */
export type Edit =
  | { kind: 'cells'; rowIndex: number; cells: readonly (readonly [column: number, text: string])[] }
  | { kind: 'exclude' | 'include'; rowIndexes: ReadonlySet<number> }
  | ({ kind: 'replace'; replacementId: string } & Replacement)
  | { kind: 'undo'; replacementId: string; column: number }

/** The chunks with rows that the edit changes, and perhaps some others. */
export async function affectedChunks(
  tx: Tx,
  deps: Pick<Deps, 'threads'>,
  vendorId: VendorId,
  jobId: string,
  keys: FieldKeys,
  edit: Edit,
): Promise<RowRange[]> {
  const ranges = await chunks.listChunkRanges(tx, vendorId, jobId)
  if (edit.kind === 'replace') return chunksWithText(tx, deps, vendorId, jobId, keys, edit, ranges)
  if (edit.kind === 'undo') {
    // Chunks may have been split since.
    const replaced = await rangesOfReplacement(tx, vendorId, jobId, edit.replacementId)
    return ranges.filter((range) => replaced.some((other) => areOverlapping(range, other)))
  }
  const rows = edit.kind === 'cells' ? [edit.rowIndex] : [...edit.rowIndexes]
  return ranges.filter(({ firstRow, lastRow }) => rows.some((row) => row >= firstRow && row <= lastRow))
}

export const areOverlapping = (one: RowRange, other: RowRange) =>
  one.firstRow <= other.lastRow && other.firstRow <= one.lastRow

/** About a megabyte, so that both threads have work and neither holds much memory. */
const BATCH_CHUNKS = 10
/** The database reads the next chunks meanwhile. */
const BATCHES_AT_A_TIME = 2

/** Every chunk is decrypted and searched: an index of its texts would have to be as secret as the texts. */
async function chunksWithText(
  tx: Tx,
  deps: Pick<Deps, 'threads'>,
  vendorId: VendorId,
  jobId: string,
  keys: FieldKeys,
  { column, find, replace, wholeCell }: Replacement,
  ranges: readonly RowRange[],
): Promise<RowRange[]> {
  const replacement = { column, find, replace, wholeCell }
  const repaired = await chunksWithRepairedCells(tx, vendorId, jobId)
  const found: Promise<RowRange[]>[] = []
  for (let at = 0; at < ranges.length; at += BATCH_CHUNKS) {
    const batch = ranges.slice(at, at + BATCH_CHUNKS)
    const firstRows = batch.map(({ firstRow }) => firstRow)
    const copied = await chunks.copyChunkRows(tx, vendorId, jobId, firstRows)
    const task = withTransfer<FindTextTask>({ keys, copied, replacement }, copied)
    const search = deps.threads
      .run<FindTextTask, boolean[]>(import.meta.url, './find-text-thread', task)
      // A row that crashes the thread is reported when the edit reaches its chunk.
      .catch(() => batch.map(() => true))
    found.push(search.then((hasText) => batch.filter((range, i) => hasText[i] || repaired.has(range.firstRow))))
    await found.at(-BATCHES_AT_A_TIME)
  }
  return (await Promise.all(found)).flat()
}
