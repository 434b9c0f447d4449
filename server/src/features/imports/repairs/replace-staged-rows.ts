import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertDuplicates } from '../merging/detect-duplicates.sql.ts'
import * as flags from '../merging/edit-flags.sql.ts'
import { entriesWhere } from '../merging/edit-flags.ts'
import { findSlots } from '../merging/find-slots.ts'
import { decideAgainWithin } from '../merging/merge-decisions.ts'
import { clearMerged } from '../merging/merge-duplicates.sql.ts'
import { mergeNumbersWithin, SLOTS_MAX } from '../merging/merge-duplicates.ts'
import type { JobRow } from '../sql.ts'
import { partitionOf } from '../staging/duplicate-flags.ts'
import { rowOfSlot } from '../staging/slots.ts'
import * as staging from '../staging/staging.sql.ts'
import type { PreviewTotals } from '../tables.ts'
import type { ChangedRows } from './change-rows.ts'
import * as groups from './number-groups.sql.ts'
import * as sql from './repairs.sql.ts'

/** Saves the changed rows and stages them again. Duplicates and decisions are left to the caller. */
export async function replaceStagedRows(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  changed: readonly ChangedRows[],
  numbersBefore?: readonly sql.NumberOfRow[],
) {
  const repairs = changed.flatMap(({ rows }) => rows)
  const rows = repairs.map(({ rowIndex }) => rowIndex)
  const numbers = numbersBefore ?? (await sql.numbersOfRows(tx, vendorId, jobId, rows))
  const slots = numbers.map(({ slot }) => slot)
  await sql.saveRepairs(tx, vendorId, jobId, repairs)
  await sql.deleteStagedRows(tx, vendorId, jobId, rows, slots)
  await removeFlags(tx, vendorId, jobId, changed, numbers)
  await staging.copyStaged(tx, ...changed)
  await sql.addToChunks(tx, vendorId, jobId, changed)
}

/** Only the partitions that contain numbers of the changed rows are read. */
async function removeFlags(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  changed: readonly ChangedRows[],
  numbers: readonly sql.NumberOfRow[],
) {
  const chunkOf = new Map(changed.flatMap(({ firstRow, rows }) => rows.map(({ rowIndex }) => [rowIndex, firstRow])))
  const pieces = new Map<string, { firstRow: number; partition: number }>()
  for (const { slot, hash } of numbers) {
    const piece = { firstRow: chunkOf.get(rowOfSlot(slot)) as number, partition: partitionOf(hash) }
    pieces.set(`${piece.firstRow} ${piece.partition}`, piece)
  }
  if (pieces.size === 0) return
  const stored = await flags.flagsOfChunks(tx, vendorId, jobId, [...pieces.values()])
  const remaining = stored.map(({ at, flags: all }) => ({ at, flags: entriesWhere(all, (row) => !chunkOf.has(row)) }))
  const smaller = remaining.filter((piece, i) => piece.flags.byteLength < (stored[i]?.flags.byteLength ?? 0))
  if (smaller.length > 0) await flags.updateFlags(tx, vendorId, jobId, smaller)
}

/**
 * Stages the changed rows again, and finds duplicates, merges and decides for the numbers that they have or had. The
 * totals change by what these numbers contribute. Undefined if the numbers occur in too many rows; then nothing is
 * changed.
 */
export async function updateNumbers(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'threads'>,
  vendorId: VendorId,
  job: JobRow,
  chunks: readonly ChangedRows[],
): Promise<{ summary: PreviewTotals; warning_rows: number } | undefined> {
  const changedRows = new Set(chunks.flatMap(({ rows }) => rows.map(({ rowIndex }) => rowIndex)))
  const added = chunks.flatMap(({ numbers }) => numbers)
  const removed = await sql.numbersOfRows(tx, vendorId, job.id, [...changedRows])
  const hashes = [...removed, ...added].map(({ hash }) => hash)
  const slotsBefore = await findSlots(tx, deps, vendorId, job.id, hashes)
  const slotsAfter = slotsAfterChange(slotsBefore, changedRows, added)
  const before = [...slotsBefore.values()].flat()
  const after = [...slotsAfter.values()].flat()
  if (before.length + after.length > SLOTS_MAX) return undefined

  const rows = [...new Set([...changedRows, ...before.map(rowOfSlot)])]
  const totalsBefore = await groups.summariseSlots(tx, vendorId, job.id, before)
  const warnedBefore = await groups.countWarnedRows(tx, vendorId, job.id, rows)
  await replaceStagedRows(tx, vendorId, job.id, chunks, removed)

  await sql.deleteDuplicates(tx, vendorId, job.id, [...before, ...after])
  const later = [...slotsAfter.values()].flatMap(([first, ...rest]) => rest.map((slot) => [slot, first] as const))
  await insertDuplicates(tx, vendorId, job.id, {
    slots: Float64Array.from(later, ([slot]) => Number(slot)),
    firstSlots: Float64Array.from(later, ([, first]) => Number(first)),
  })
  const strategy = job.merge_strategy
  await clearMerged(tx, vendorId, job.id, after)
  const repeated = [...slotsAfter.values()].flatMap(([first, ...rest]) => (first && rest.length > 0 ? [first] : []))
  await mergeNumbersWithin(tx, deps, vendorId, job, strategy, repeated)
  const version = job.review_version + 1
  await decideAgainWithin(tx, deps, vendorId, job.id, strategy, after, version)
  await groups.saveVersion(tx, vendorId, job.id, after, version)

  const totalsAfter = await groups.summariseSlots(tx, vendorId, job.id, after)
  const warnedAfter = await groups.countWarnedRows(tx, vendorId, job.id, rows)
  return {
    summary: changeTotals(job.summary as PreviewTotals, totalsBefore, totalsAfter),
    warning_rows: (job.warning_rows ?? 0) + warnedAfter - warnedBefore,
  }
}

/** By number, in file order. */
function slotsAfterChange(
  before: ReadonlyMap<string, readonly bigint[]>,
  changedRows: ReadonlySet<number>,
  added: ChangedRows['numbers'],
): Map<string, bigint[]> {
  const after = new Map<string, bigint[]>()
  for (const [number, slots] of before) {
    const kept = slots.filter((slot) => !changedRows.has(rowOfSlot(slot)))
    if (kept.length > 0) after.set(number, kept)
  }
  for (const { slot, hash } of added) {
    const number = Buffer.from(hash).toString('hex')
    after.set(number, [...(after.get(number) ?? []), BigInt(slot)])
  }
  for (const slots of after.values()) slots.sort((a, b) => (a < b ? -1 : 1))
  return after
}

function changeTotals(totals: PreviewTotals, before: PreviewTotals, after: PreviewTotals): PreviewTotals {
  const { resultDigest: _, ...counts } = after
  const keys = Object.keys(counts) as (keyof typeof counts)[]
  const changed = Object.fromEntries(keys.map((key) => [key, totals[key] + after[key] - before[key]]))
  const digests = [totals, before, after].map(({ resultDigest = '0' }) => BigInt(resultDigest))
  return { ...totals, ...changed, resultDigest: String(digests.reduce((a, b) => a ^ b)) }
}
