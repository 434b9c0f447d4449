import { type Generated, type Selectable, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { MediaType } from './media-type.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    media: {
      vendor_id: VendorId
      id: string
      content_type: MediaType
      storage_key: string
      file_key_cipher: Buffer
      created_at: Date
      ready_at: Date | null
      uses: Generated<number>
    }
  }
}

type MediaRow = Selectable<Tables['media']>

export const insertMedia = (
  tx: Tx,
  vendorId: VendorId,
  media: Pick<MediaRow, 'id' | 'content_type' | 'storage_key' | 'file_key_cipher' | 'created_at'>,
) =>
  tx
    .insertInto('media')
    .values({ ...media, vendor_id: vendorId, ready_at: null })
    .execute()

/** Held until the end of the transaction, so that concurrent uploads are counted one after the other. */
export const lockUploads = (tx: Tx, vendorId: VendorId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`media ${vendorId}`}, 0))`.execute(tx)

/** When the files without a template were uploaded, the oldest first. */
export const listUnused = async (tx: Tx, vendorId: VendorId) => {
  const rows = await tx
    .selectFrom('media')
    .select('created_at as at')
    .where('vendor_id', '=', vendorId)
    .where('uses', '=', 0)
    .orderBy('created_at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Returns false when the upload took so long that it was purged meanwhile. */
export const setReady = async (tx: Tx, vendorId: VendorId, id: string, now: Date) => {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ ready_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findReady = (db: Db, vendorId: VendorId, id: string) =>
  db
    .selectFrom('media')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('ready_at', 'is not', null)
    .executeTakeFirst()

/** Changes the reference count. Returns undefined when there is no such file. */
export const changeUses = (tx: Tx, vendorId: VendorId, id: string, by: 1 | -1) =>
  tx
    .updateTable('media')
    .set((eb) => ({ uses: eb('uses', '+', by) }))
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('ready_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Returns false when the file does not exist or is in use. */
export const deleteUnused = async (tx: Tx, vendorId: VendorId, id: string) => {
  const { numDeletedRows } = await tx
    .deleteFrom('media')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('uses', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const listMedia = (db: Db, vendorId: VendorId) =>
  db.selectFrom('media').select(['id', 'storage_key as storageKey']).where('vendor_id', '=', vendorId).execute()

export const deleteMedia = (tx: Tx, vendorId: VendorId, id: string) =>
  tx.deleteFrom('media').where('vendor_id', '=', vendorId).where('id', '=', id).execute()
