import { type Generated, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../db/db.ts'

declare module '../db/tables.ts' {
  interface Tables {
    data_key: {
      vendor_id: VendorId
      version: number
      master_key_id: string
      wrapped: Buffer
      created_at: Generated<Date>
    }
  }
}

export interface DataKeyRow {
  version: number
  masterKeyId: string
  wrapped: Buffer
}

/**
 * How long a new version is only used for decryption, so that every process has loaded it before the first ciphertext
 * needs it.
 */
const SETTLING_SECONDS = 120

export const dataKeys = (db: Db, vendorId: VendorId): Promise<(DataKeyRow & { settled: boolean })[]> =>
  db
    .selectFrom('data_key')
    .select(['version', 'master_key_id as masterKeyId', 'wrapped'])
    .select(sql<boolean>`created_at < clock_timestamp() - make_interval(secs => ${SETTLING_SECONDS})`.as('settled'))
    .where('vendor_id', '=', vendorId)
    .orderBy('version')
    .execute()

export const insertDataKey = (tx: Tx, vendorId: VendorId, row: DataKeyRow) =>
  tx
    .insertInto('data_key')
    .values({
      vendor_id: vendorId,
      version: row.version,
      master_key_id: row.masterKeyId,
      wrapped: row.wrapped,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const updateWrapped = (tx: Tx, vendorId: VendorId, row: DataKeyRow) =>
  tx
    .updateTable('data_key')
    .set({ master_key_id: row.masterKeyId, wrapped: row.wrapped })
    .where('vendor_id', '=', vendorId)
    .where('version', '=', row.version)
    .execute()
