import type { Generated, Selectable } from 'kysely'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { ExportStatus } from './schema.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    vendor_export: {
      vendor_id: VendorId
      id: string
      status: Generated<ExportStatus>
      requested_by: AccountId | null
      storage_key: string
      file_key_cipher: Buffer
      rows_total: Generated<bigint>
      rows_done: Generated<bigint>
      file_bytes: bigint | null
      requested_at: Date
      ready_at: Date | null
      expires_at: Date | null
    }
  }
}

export type ExportRow = Selectable<Tables['vendor_export']>

/** Returns undefined when another export of the vendor is queued or running. */
export const insertExport = (
  tx: Tx,
  vendorId: VendorId,
  row: Pick<ExportRow, 'id' | 'requested_by' | 'storage_key' | 'file_key_cipher' | 'requested_at'>,
) =>
  tx
    .insertInto('vendor_export')
    .values({ ...row, vendor_id: vendorId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findUnfinished = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('vendor_export')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst()

/** The exports since then that did not fail, oldest first. */
export const listRecent = (db: Db, vendorId: VendorId, since: Date) =>
  db
    .selectFrom('vendor_export')
    .select('requested_at as requestedAt')
    .where('vendor_id', '=', vendorId)
    .where('requested_at', '>', since)
    .where('status', '<>', 'FAILED')
    .orderBy('requested_at')
    .execute()

export const findExport = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('vendor_export').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const listExports = (db: Db, vendorId: VendorId, page: Page) =>
  db
    .selectFrom('vendor_export')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countExports = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('vendor_export')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Change = Partial<Pick<ExportRow, 'status' | 'rows_total' | 'rows_done' | 'file_bytes' | 'ready_at' | 'expires_at'>>

/** Returns undefined when the export is in none of these states. */
export const changeExport = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  from: readonly ExportStatus[],
  change: Change,
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('vendor_export')
    .set(change)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

export const listStorageKeys = (db: Db, vendorId: VendorId) =>
  db.selectFrom('vendor_export').select(['id', 'storage_key as storageKey']).where('vendor_id', '=', vendorId).execute()

export const deleteExport = (tx: Tx, vendorId: VendorId, id: string) =>
  tx.deleteFrom('vendor_export').where('vendor_id', '=', vendorId).where('id', '=', id).execute()
