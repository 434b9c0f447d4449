// A caller shows its key before its vendor is known, and one sweep looks for keys of all vendors that expire soon.

import type { Db, Tx } from '../../platform/db/db.ts'

export const findApiKey = (db: Db, secretHash: Buffer) =>
  db
    .selectFrom('api_key')
    .select([
      'vendor_id as vendorId',
      'id',
      'created_by as createdBy',
      'scopes',
      'expires_at as expiresAt',
      'allowed_ips_cipher as allowedIpsCipher',
      'last_used_at as lastUsedAt',
    ])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()

/** Keys that expire before `until`, were not announced yet and still work, locked for this transaction. */
export const lockExpiringKeys = (tx: Tx, now: Date, until: Date, limit: number) =>
  tx
    .selectFrom('api_key')
    .select(['vendor_id as vendorId', 'id', 'name', 'expires_at as expiresAt'])
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('is_expiry_announced', '=', false)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
