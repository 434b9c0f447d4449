import { FAILURES } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JobRow } from '../sql.ts'
import { rulesOf } from '../stages/process.ts'
import * as chunks from '../staging/chunks.sql.ts'
import type { RowRange } from '../staging/staging.sql.ts'
import { affectedChunks, areOverlapping, type Edit } from './affected-chunks.ts'
import type { ChangedRows, ChunkEdit } from './change-rows.ts'
import type { ChangeTask } from './change-rows-thread.ts'
import * as sql from './repairs.sql.ts'
import { findReplaced } from './replacements.sql.ts'

const BATCH_CHUNKS = 8

/** Applies an edit to the chunks that it affects, a few at a time, and evaluates the rows that it changes. */
export async function* changeChunks(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'threads'>,
  vendorId: VendorId,
  job: JobRow,
  edit: Edit,
): AsyncGenerator<ChangedRows> {
  const context = await rulesOf({ ...deps, db: tx }, vendorId, job)
  const ranges = await affectedChunks(tx, deps, vendorId, job.id, context.keys, edit)
  for (let at = 0; at < ranges.length; at += BATCH_CHUNKS)
    yield* await changeBatch(tx, deps, vendorId, job.id, context, edit, ranges.slice(at, at + BATCH_CHUNKS))
}

async function changeBatch(
  tx: Tx,
  deps: Pick<Deps, 'threads'>,
  vendorId: VendorId,
  jobId: string,
  { keys, rules }: Awaited<ReturnType<typeof rulesOf>>,
  edit: Edit,
  batch: readonly RowRange[],
): Promise<ChangedRows[]> {
  const firstRows = batch.map(({ firstRow }) => firstRow)
  const whole = { firstRow: firstRows[0] as number, lastRow: (batch.at(-1) as RowRange).lastRow }
  const copied = await chunks.copyChunkRows(tx, vendorId, jobId, firstRows)
  const rowsCiphers = [...onlyColumnOf(copied)]
  const repairs = await sql.listRepairs(tx, vendorId, jobId, whole)
  const crashedRows = await sql.rowsFailedWith(tx, vendorId, jobId, whole, FAILURES.crashed)
  const edits = await chunkEditsOf(tx, vendorId, jobId, edit, whole)
  const tasks = batch.map((range, i): ChangeTask => {
    const isInRange = ({ rowIndex }: { rowIndex: number }) => rowIndex >= range.firstRow && rowIndex <= range.lastRow
    return {
      keys,
      input: {
        vendorId,
        jobId,
        // A copy, because a thread receives all bytes that a view belongs to.
        rowsCipher: Uint8Array.from(rowsCiphers[i] as Uint8Array),
        firstRow: range.firstRow,
        rules,
        repairs: repairs.filter(isInRange),
        crashedRows,
        edit: edits(range),
      },
    }
  })
  const changed = await Promise.all(
    tasks.map((task) => deps.threads.run<ChangeTask, ChangedRows>(import.meta.url, './change-rows-thread', task)),
  ).catch((cause) => {
    throw new AppError('VALIDATION_FAILED', { detail: 'A row could not be processed with this change.', cause })
  })
  if (changed.some(({ hasTooLargeCell }) => hasTooLargeCell))
    throw new AppError('VALIDATION_FAILED', { detail: 'A cell would be larger than 32 KB.' })
  if (changed.some(({ isUndoTooLarge }) => isUndoTooLarge))
    throw new AppError('VALIDATION_FAILED', {
      detail: 'This replacement is too large to undo. Replace fewer cells, or use a shorter text.',
    })
  return changed
}

/** The edit of each chunk. */
async function chunkEditsOf(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  edit: Edit,
  whole: RowRange,
): Promise<(range: RowRange) => ChunkEdit> {
  if (edit.kind !== 'undo') return () => edit
  const { column, replacementId } = edit
  const replaced = await findReplaced(tx, vendorId, jobId, replacementId, whole)
  return (range) => {
    const found = replaced.find((other) => areOverlapping(range, other))
    return { kind: 'undo', column, replacedCipher: found?.cellsCipher }
  }
}
