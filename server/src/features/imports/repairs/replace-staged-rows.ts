import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertDuplicates } from '../merging/detect-duplicates.sql.ts'
import * as flags from '../merging/edit-flags.sql.ts'
import { entriesWhere, slotsOfNumbers } from '../merging/edit-flags.ts'
import { decideAgainWithin } from '../merging/merge-decisions.ts'
import { clearMerged } from '../merging/merge-duplicates.sql.ts'
import { mergeNumbersWithin, SLOTS_MAX } from '../merging/merge-duplicates.ts'
import type { JobRow } from '../sql.ts'
import { rowOfSlot } from '../staging/slots.ts'
import * as staging from '../staging/staging.sql.ts'
import type { PreviewTotals } from '../tables.ts'
import type { ChangedChunk } from './change-rows.ts'
import * as groups from './number-groups.sql.ts'
import * as sql from './repairs.sql.ts'

/** Saves the changed rows of a chunk and stages them again. Duplicates and decisions are left to the caller. */
export async function replaceStagedRows(tx: Tx, vendorId: VendorId, jobId: string, changed: ChangedChunk) {
  const rows = changed.rows.map(({ rowIndex }) => rowIndex)
  const isChanged = new Set(rows)
  await sql.saveRepairs(tx, vendorId, jobId, changed.rows)
  await sql.deleteStagedRows(tx, vendorId, jobId, rows)
  for (const piece of await flags.flagsOfChunk(tx, vendorId, jobId, changed.firstRow)) {
    const others = entriesWhere(piece.flags, (row) => !isChanged.has(row))
    if (others.byteLength < piece.flags.byteLength) await flags.updateFlags(tx, vendorId, jobId, piece.at, others)
  }
  await staging.copyStaged(tx, changed)
  await sql.addToChunk(tx, vendorId, jobId, changed.firstRow, changed.counts, changed.votes)
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
  chunks: readonly ChangedChunk[],
): Promise<{ summary: PreviewTotals; warning_rows: number } | undefined> {
  const added = chunks.flatMap(({ numbers }) => numbers)
  const hashes = [...chunks.flatMap(({ numbersBefore }) => numbersBefore), ...added.map(({ hash }) => hash)]
  const found = await flags.findFlagsWith(tx, vendorId, job.id, hashes)
  const slotsBefore = slotsOfNumbers(found, hashes)
  const changedRows = new Set(chunks.flatMap(({ rows }) => rows.map(({ rowIndex }) => rowIndex)))
  const slotsAfter = slotsAfterChange(slotsBefore, changedRows, added)
  const before = [...slotsBefore.values()].flat()
  const after = [...slotsAfter.values()].flat()
  if (before.length + after.length > SLOTS_MAX) return undefined

  const rows = [...new Set([...changedRows, ...before.map(rowOfSlot)])]
  const totalsBefore = await groups.summariseSlots(tx, vendorId, job.id, before)
  const warnedBefore = await groups.countWarnedRows(tx, vendorId, job.id, rows)
  for (const changed of chunks) await replaceStagedRows(tx, vendorId, job.id, changed)

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
  added: ChangedChunk['numbers'],
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
