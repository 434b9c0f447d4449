// Key rotation goes through all vendors.

import type { Db } from '../db/db.ts'

/** Some of the vendors with a key that is still wrapped by another master key. */
export const vendorsNotWrappedBy = (db: Db, masterKeyId: string, limit: number) =>
  db
    .selectFrom('data_key')
    .select('vendor_id as vendorId')
    .where('master_key_id', '!=', masterKeyId)
    .union(db.selectFrom('books_key').select('vendor_id as vendorId').where('master_key_id', '!=', masterKeyId))
    .limit(limit)
    .execute()
