// The purge finds expired exports of all vendors. Each row that is returned names its vendor.

import type { Db } from '../../platform/db/db.ts'
import './sql.ts'

export const listExpired = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('vendor_export')
    .select(['vendor_id as vendorId', 'id', 'storage_key as storageKey'])
    .where('status', '=', 'READY')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** How many exports of other vendors are being written. */
export const countRunning = async (db: Db, exceptId: string) => {
  const { count } = await db
    .selectFrom('vendor_export')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('status', '=', 'RUNNING')
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
