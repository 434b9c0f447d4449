// A caller shows its key before its vendor is known.

import type { Db } from '../../platform/db/db.ts'

export const findApiKey = (db: Db, secretHash: Buffer) =>
  db
    .selectFrom('api_key')
    .select(['vendor_id as vendorId', 'id', 'created_by as createdBy', 'last_used_at as lastUsedAt'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
