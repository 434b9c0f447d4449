import type { Generated, Selectable } from 'kysely'
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
