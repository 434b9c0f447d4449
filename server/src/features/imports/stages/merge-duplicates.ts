import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { openMapping } from '../encrypted-columns.ts'
import type { JobRow } from '../sql.ts'
import type { ResolveDeps } from './merge-decisions.ts'
import * as sql from './merge-duplicates.sql.ts'
import type { MergeableRow, MergedRow, MergeTask } from './merge-duplicates-thread.ts'

const BATCH_ROWS = 5_000

/**
 * Later rows with a number that was there before become part of the first one, in the order of the file. Only rows that
 * can add something under the strategy are opened.
 */
export async function mergeDuplicateRows(deps: ResolveDeps, vendorId: VendorId, job: JobRow, strategy: MergeStrategy) {
  const jobId = job.id
  await inTransaction(deps.db, (tx) => sql.clearMerged(tx, vendorId, jobId))
  if (!(await laterRowsCanAdd(deps, vendorId, job, strategy))) return
  let after = { firstPlace: -1n, place: -1n }
  // A number may be spread over several batches: the last one of a batch goes on in the next.
  let last: Group | undefined
  for (;;) {
    const isLabelled = strategy === 'MERGE_LABELS'
    const repeated = await sql.repeatedRows(deps.db, vendorId, jobId, isLabelled, after, BATCH_ROWS)
    if (repeated.length === 0) return
    const groups = await groupsOf(deps, vendorId, jobId, repeated, last)
    const folded = await foldGroups(deps, vendorId, strategy, groups)
    await inTransaction(deps.db, (tx) => sql.saveMerged(tx, vendorId, jobId, folded))
    last = groups.at(-1)
    after = repeated.at(-1) as sql.RepeatedRow
  }
}

/** Whether a later row may have anything for the first: where no column has labels, all rows have those of the upload. */
async function laterRowsCanAdd(deps: ResolveDeps, vendorId: VendorId, job: JobRow, strategy: MergeStrategy) {
  if (strategy !== 'MERGE_LABELS') return strategy !== 'SKIP_DUPLICATES'
  const mapping = openMapping(await deps.keyring.of(deps.db, vendorId), job.mapping_cipher as Buffer)
  return mapping.some(({ field }) => field === 'labels')
}

/** One number: what its rows have become so far, and the rows that are still to be taken in. */
interface Group {
  place: bigint
  contact: MergeableRow
  later: sql.RepeatedRow[]
}

async function groupsOf(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  repeated: readonly sql.RepeatedRow[],
  last: Group | undefined,
): Promise<Group[]> {
  const later = new Map<bigint, sql.RepeatedRow[]>()
  for (const row of repeated) {
    const rows = later.get(row.firstPlace)
    if (rows) rows.push(row)
    else later.set(row.firstPlace, [row])
  }
  const firsts = await sql.firstRows(deps.db, vendorId, jobId, [...later.keys()])
  return firsts.map(({ place, ...contact }) => ({
    place,
    contact: last?.place === place ? last.contact : contact,
    later: later.get(place) ?? [],
  }))
}

async function foldGroups(deps: ResolveDeps, vendorId: VendorId, strategy: MergeStrategy, groups: Group[]) {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: MergeTask = { keys, strategy, groups: groups.map(({ contact, later }) => ({ first: contact, later })) }
  const folded = await deps.threads.run<MergeTask, MergedRow[]>(import.meta.url, './merge-duplicates-thread', task)
  return groups.map((group, i): sql.MergedRow => {
    const contact = folded[i] as MergedRow
    group.contact = contact
    return { ...contact, place: group.place }
  })
}
