import type { Generated } from 'kysely'
import type { ApiScope } from '../../domain/accounts/api-scopes.ts'
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
      scopes: ApiScope[] | null
      expires_at: Date | null
      allowed_ips_cipher: Buffer | null
      last_used_from_cipher: Buffer | null
      refused_at: Date | null
      is_expiry_announced: Generated<boolean>
    }
  }
}

const KEY_COLUMNS = [
  'id',
  'name',
  'hint',
  'created_by as createdBy',
  'created_at as createdAt',
  'scopes',
  'expires_at as expiresAt',
  'allowed_ips_cipher as allowedIpsCipher',
  'last_used_at as lastUsedAt',
  'last_used_from_cipher as lastUsedFromCipher',
] as const

export const insertApiKey = (
  tx: Tx,
  vendorId: VendorId,
  key: {
    id: string
    name: string
    secretHash: Buffer
    hint: string
    createdBy: AccountId | null
    scopes: ApiScope[] | null
    expiresAt: Date | null
    allowedIpsCipher: Buffer | null
    now: Date
  },
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
      scopes: key.scopes,
      expires_at: key.expiresAt,
      allowed_ips_cipher: key.allowedIpsCipher,
      created_at: key.now,
    })
    .execute()

export const listApiKeys = (db: Db, vendorId: VendorId) =>
  db.selectFrom('api_key').select(KEY_COLUMNS).where('vendor_id', '=', vendorId).orderBy('id', 'desc').execute()

/** The name of the deleted key, or undefined when there was none. */
export const deleteApiKey = async (tx: Tx, vendorId: VendorId, id: string) => {
  const deleted = await tx
    .deleteFrom('api_key')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

export const touchApiKey = (db: Db, vendorId: VendorId, id: string, used: { at: Date; fromCipher: Buffer }) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: used.at, last_used_from_cipher: used.fromCipher })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** Whether a refusal has to be recorded: only if none was since `before`. */
export const claimRefusal = async (tx: Tx, vendorId: VendorId, id: string, now: Date, before: Date) => {
  const claimed = await tx
    .updateTable('api_key')
    .set({ refused_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', before)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

export const markExpiryAnnounced = (tx: Tx, vendorId: VendorId, id: string) =>
  tx
    .updateTable('api_key')
    .set({ is_expiry_announced: true })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** For a closed vendor. */
export const eraseApiKeys = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('api_key').where('vendor_id', '=', vendorId).execute()
