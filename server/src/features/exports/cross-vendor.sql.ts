// The purge finds expired exports of all vendors; each row that is returned names its vendor. How many exports are
// written at a time is limited over all vendors.

import { sql } from 'kysely'
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

/** False while another process writes the file of this export. Held until the transaction ends. */
export const tryLockExport = (db: Db, exportId: string) => tryLock(db, `vendor_export ${exportId}`)

/** False while this many exports, of whichever vendors, are being written. Held until the transaction ends. */
export const tryLockSlot = async (db: Db, slots: number) => {
  for (let slot = 1; slot <= slots; slot++) if (await tryLock(db, `vendor_export slot ${slot}`)) return true
  return false
}

const tryLock = async (db: Db, name: string) => {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`.execute(db)
  return rows[0]?.isLocked === true
}
