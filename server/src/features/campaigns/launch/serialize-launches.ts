import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'

/** The last launch of each vendor, for each database. */
const queues = new WeakMap<Db, Map<VendorId, Promise<unknown>>>()

/**
 * Runs the launches of one vendor one after the other. Concurrent launches would wait for the wallet's lock inside the
 * database, each on its own connection, and exhaust the pool. So they wait here.
 */
export async function serializeLaunches<T>(db: Db, vendorId: VendorId, work: () => Promise<T>): Promise<T> {
  const lastByVendor = queues.get(db) ?? new Map<VendorId, Promise<unknown>>()
  queues.set(db, lastByVendor)
  const own = (lastByVendor.get(vendorId) ?? Promise.resolve()).then(work, work)
  lastByVendor.set(vendorId, own)
  try {
    return await own
  } finally {
    if (lastByVendor.get(vendorId) === own) lastByVendor.delete(vendorId)
  }
}
