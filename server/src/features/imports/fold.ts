import type { MergeStrategy } from '../../domain/contact.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { ResolveDeps } from './evaluate.ts'
import * as sql from './fold.sql.ts'
import type { Foldable, Folded, FoldTask } from './fold-thread.ts'
import { rowOf } from './places.ts'

const BATCH_ROWS = 5_000
/** So many rows of one number are named in its warnings; the rest is counted. */
const NAMED_ROWS_MAX = 100

/** Later rows with a number that was there before become part of the first one, in the order of the file. */
export async function foldRepeated(deps: ResolveDeps, vendorId: VendorId, jobId: string, strategy: MergeStrategy) {
  let after = { firstPlace: -1n, place: -1n }
  // A number may be spread over several batches: the last one of a batch goes on in the next.
  let last: Group | undefined
  for (;;) {
    const repeated = await sql.repeatedRows(deps.db, vendorId, jobId, after, BATCH_ROWS)
    if (repeated.length === 0) return
    const groups = await groupsOf(deps, vendorId, jobId, repeated, last)
    await foldGroups(deps, vendorId, strategy, groups)
    await inTransaction(deps.db, (tx) => sql.saveFolded(tx, vendorId, jobId, groups.map(toRow)))
    last = groups.at(-1)
    after = repeated.at(-1) as sql.RepeatedRow
  }
}

/** One number: what its rows have become so far, and the rows that are still to be taken in. */
interface Group {
  place: bigint
  contact: Foldable & Partial<Folded>
  later: sql.RepeatedRow[]
  duplicateRows: number[]
  duplicateCount: number
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
  return firsts.map(({ place, ...contact }) => {
    const known = last?.place === place ? last : { place, contact, duplicateRows: [], duplicateCount: 0 }
    const rows = later.get(place) ?? []
    return {
      ...known,
      later: rows,
      duplicateRows: [...known.duplicateRows, ...rows.map((row) => rowOf(row.place))].slice(0, NAMED_ROWS_MAX),
      duplicateCount: known.duplicateCount + rows.length,
    }
  })
}

async function foldGroups(deps: ResolveDeps, vendorId: VendorId, strategy: MergeStrategy, groups: Group[]) {
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const task: FoldTask = { keys, strategy, groups: groups.map(({ contact, later }) => ({ first: contact, later })) }
  const folded = await deps.threads.run<FoldTask, Folded[]>(import.meta.url, './fold-thread', task)
  groups.forEach((group, i) => {
    group.contact = folded[i] as Folded
  })
}

const toRow = ({ place, contact, duplicateRows, duplicateCount }: Group): sql.FoldedRow => ({
  ...(contact as Folded),
  place,
  duplicateRows,
  duplicateCount,
})
