// Finds files to purge for every vendor.

import type { Db } from '../../platform/db/db.ts'

/** For all vendors: unused files, and uploads that a crash interrupted. */
export const listStale = (db: Db, before: { unused: Date; unfinished: Date }, limit: number) =>
  db
    .selectFrom('media')
    .select(['vendor_id as vendorId', 'id', 'storage_key as storageKey'])
    .where('uses', '=', 0)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before.unused),
        eb.and([eb('created_at', '<', before.unfinished), eb('ready_at', 'is', null)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
