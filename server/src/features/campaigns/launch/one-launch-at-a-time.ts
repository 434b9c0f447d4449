import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'

/** The last in the line of each vendor, for each database. */
const lines = new WeakMap<Db, Map<VendorId, Promise<unknown>>>()

/**
 * Does the work of one vendor one after the other. Of many launches at once only one could hold the wallet while the
 * others took up connections to wait for it, until nobody else had one; so they wait here.
 */
export async function oneLaunchAtATime<T>(db: Db, vendorId: VendorId, work: () => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? new Map<VendorId, Promise<unknown>>()
  lines.set(db, line)
  const turn = (line.get(vendorId) ?? Promise.resolve()).then(work, work)
  line.set(vendorId, turn)
  try {
    return await turn
  } finally {
    if (line.get(vendorId) === turn) line.delete(vendorId)
  }
}
