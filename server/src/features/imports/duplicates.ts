import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, violatedUnique } from '../../platform/db/db.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import * as chunks from './chunks.sql.ts'
import * as sql from './duplicates.sql.ts'
import type { ResolveDeps } from './evaluate.ts'
import { type Duplicates, PARTS } from './marks.ts'
import type { Items } from './preview.sql.ts'
import type { RowRange } from './staging.sql.ts'

/** Fewer than this are looked through at once: then parts would only cost. */
const FEW_CONTACTS = 100_000
const AT_A_TIME = 2
const SAVED_AT_ONCE = 5_000
/** Marks of so many chunks: to take in more of them at a time would keep everybody else from being answered. */
const CHUNKS_AT_ONCE = 25

/** Finds all contacts whose number was there before in the file and notes where. It may be done again at any time. */
export async function markDuplicates(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
): Promise<Items & { warningRows: number }> {
  const { contacts, warningRows } = await chunks.totalsOf(deps.db, vendorId, jobId)
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  const ranges = inGroups(await chunks.chunkRanges(deps.db, vendorId, jobId))
  const tasks = contacts < FEW_CONTACTS ? [parts] : parts.map((part) => [part])
  const total = { items: 0, warningItems: 0 }
  const repeatingRows = new Set<number>()
  await sideBySide(tasks, AT_A_TIME, async (task) => {
    const found = await findIn(deps, vendorId, jobId, task, ranges)
    total.items += found.items
    total.warningItems += found.warningItems
    for (const row of found.repeatingRows) repeatingRows.add(row)
    await save(deps, vendorId, jobId, found)
  })
  return { ...total, warningRows: warningRows + repeatingRows.size }
}

async function findIn(
  deps: ResolveDeps,
  vendorId: VendorId,
  jobId: string,
  parts: readonly number[],
  ranges: readonly RowRange[],
): Promise<Duplicates> {
  const marks: Uint8Array[] = []
  for (const range of ranges)
    for (const stored of await sql.marksOf(deps.db, vendorId, jobId, parts, range)) marks.push(stored.marks)
  return deps.threads.run<Uint8Array[], Duplicates>(import.meta.url, './duplicates-thread', marks)
}

async function save(deps: ResolveDeps, vendorId: VendorId, jobId: string, { places, firstPlaces }: Duplicates) {
  for (let from = 0; from < places.length; from += SAVED_AT_ONCE) {
    const some = (all: Float64Array) => all.subarray(from, from + SAVED_AT_ONCE)
    const later = { places: some(places), firstPlaces: some(firstPlaces) }
    await inTransaction(deps.db, (tx) => sql.copyDuplicates(tx, vendorId, jobId, later)).catch((error) => {
      if (violatedUnique(error) === undefined) throw error
      return inTransaction(deps.db, (tx) => sql.insertDuplicates(tx, vendorId, jobId, later))
    })
  }
}

function inGroups(ranges: readonly RowRange[]): RowRange[] {
  const groups: RowRange[] = []
  for (let from = 0; from < ranges.length; from += CHUNKS_AT_ONCE) {
    const group = ranges.slice(from, from + CHUNKS_AT_ONCE)
    groups.push({ firstRow: group[0]?.firstRow ?? 0, lastRow: group.at(-1)?.lastRow ?? 0 })
  }
  return groups
}
