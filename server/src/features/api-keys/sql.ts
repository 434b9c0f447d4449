import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    api_key: {
      vendor_id: VendorId
      id: string
      name: string
      secret_hash: Buffer
      hint: string
      created_by: AccountId | null
      created_at: Date
      last_used_at: Date | null
    }
  }
}

const KEY_COLUMNS = [
  'id',
  'name',
  'hint',
  'created_by as createdBy',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

export const insertApiKey = (
  tx: Tx,
  vendorId: VendorId,
  key: { id: string; name: string; secretHash: Buffer; hint: string; createdBy: AccountId | null; now: Date },
) =>
  tx
    .insertInto('api_key')
    .values({
      vendor_id: vendorId,
      id: key.id,
      name: key.name,
      secret_hash: key.secretHash,
      hint: key.hint,
      created_by: key.createdBy,
      created_at: key.now,
    })
    .execute()

export const listApiKeys = (db: Db, vendorId: VendorId) =>
  db.selectFrom('api_key').select(KEY_COLUMNS).where('vendor_id', '=', vendorId).orderBy('id', 'desc').execute()

export const deleteApiKey = async (tx: Tx, vendorId: VendorId, id: string) => {
  const result = await tx
    .deleteFrom('api_key')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const touchApiKey = (db: Db, vendorId: VendorId, id: string, now: Date) =>
  db.updateTable('api_key').set({ last_used_at: now }).where('vendor_id', '=', vendorId).where('id', '=', id).execute()
