import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { ColumnField } from '../../../domain/imports/mapping/column-use.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { openMapping } from '../encrypted-columns.ts'
import type { JobRow } from '../sql.ts'
import { inRevision } from '../staging/revision.ts'
import type { ResolveDeps } from './merge-decisions.ts'
import * as sql from './merge-duplicates.sql.ts'
import type { MergeableRow, MergedRow, MergeTask } from './merge-duplicates-thread.ts'

const BATCH_ROWS = 5_000
/** More slots than this are not merged within one transaction. */
export const SLOTS_MAX = 25_000
const START = { firstSlot: -1n, slot: -1n }

/**
 * Merges later rows of a number into its first row, in file order. Only rows that can add something under the strategy
 * are decrypted.
 */
export async function mergeDuplicateRows(deps: ResolveDeps, vendorId: VendorId, job: JobRow, strategy: MergeStrategy) {
  const jobId = job.id
  await inRevision(deps.db, vendorId, job, (tx) => sql.clearMerged(tx, vendorId, jobId))
  const additions = await additionsOf(deps, vendorId, job, strategy)
  if (!additions.isPossible) return
  let after = START
  // A number may span several batches: the last group of a batch continues in the next.
  let last: Group | undefined
  for (;;) {
    const duplicates = await sql.findDuplicateRows(deps.db, vendorId, jobId, additions.isLabelsOnly, after, BATCH_ROWS)
    if (duplicates.length === 0) return
    const groups = await groupDuplicates(deps, vendorId, jobId, duplicates, last)
    const merged = await mergeGroups(deps, vendorId, strategy, groups)
    await inRevision(deps.db, vendorId, job, (tx) => sql.saveMerged(tx, vendorId, jobId, merged))
    last = groups.at(-1)
    after = duplicates.at(-1) as sql.DuplicateRow
  }
}

/** Merges the rows of the numbers that occur first in these slots. Nothing is merged into these slots yet. */
export async function mergeNumbersWithin(
  tx: Tx,
  deps: Omit<ResolveDeps, 'db'>,
  vendorId: VendorId,
  job: JobRow,
  strategy: MergeStrategy,
  firstSlots: readonly bigint[],
) {
  const inTx = { ...deps, db: tx }
  if (firstSlots.length === 0) return
  const { isPossible, isLabelsOnly } = await additionsOf(inTx, vendorId, job, strategy)
  if (!isPossible) return
  const duplicates = await sql.findDuplicateRows(tx, vendorId, job.id, isLabelsOnly, START, SLOTS_MAX, firstSlots)
  const groups = await groupDuplicates(inTx, vendorId, job.id, duplicates, undefined)
  await sql.saveMerged(tx, vendorId, job.id, await mergeGroups(inTx, vendorId, strategy, groups))
}

/** What later rows of a number can add to the first. Without a labels column, all rows have the labels of the upload. */
async function additionsOf(deps: ResolveDeps, vendorId: VendorId, job: JobRow, strategy: MergeStrategy) {
  const mapping = openMapping(await deps.keyring.of(deps.db, vendorId), job.mapping_cipher as Buffer)
  const has = (wanted: ColumnField) => mapping.some(({ field }) => field === wanted)
  const hasConsent = has('consent')
  const isLabelsOnly = strategy === 'MERGE_LABELS' && !hasConsent
  return { isPossible: hasConsent || (isLabelsOnly ? has('labels') : strategy !== 'SKIP_DUPLICATES'), isLabelsOnly }
}

/** One number: its contact merged so far, and the rows still to be merged. */
interface Group {
  slot: bigint
  contact: MergeableRow
  later: sql.DuplicateRow[]
}

async function groupDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  duplicates: readonly sql.DuplicateRow[],
  last: Group | undefined,
): Promise<Group[]> {
  const later = new Map<bigint, sql.DuplicateRow[]>()
  for (const row of duplicates) {
    const rows = later.get(row.firstSlot)
    if (rows) rows.push(row)
    else later.set(row.firstSlot, [row])
  }
  const firsts = await sql.findFirstRows(deps.db, vendorId, jobId, [...later.keys()])
  return firsts.map(({ slot, ...contact }) => ({
    slot,
    contact: last?.slot === slot ? last.contact : contact,
    later: later.get(slot) ?? [],
  }))
}

async function mergeGroups(deps: ResolveDeps, vendorId: VendorId, strategy: MergeStrategy, groups: Group[]) {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: MergeTask = { keys, strategy, groups: groups.map(({ contact, later }) => ({ first: contact, later })) }
  const merged = await deps.threads.run<MergeTask, MergedRow[]>(import.meta.url, './merge-duplicates-thread', task)
  return groups.map((group, i): sql.StoredMerge => {
    const contact = merged[i] as MergedRow
    group.contact = contact
    return { ...contact, slot: group.slot }
  })
}
