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
    books_key: {
      vendor_id: VendorId
      version: number
      master_key_id: string
      wrapped: Buffer
      created_at: Generated<Date>
    }
  }
}

export type KeyTable = 'data_key' | 'books_key'

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

/** A process that loaded its keys before a version was settled may seal with an older one for this long. */
const LAST_USE_SECONDS = 300

export interface LoadedKey extends DataKeyRow {
  settled: boolean
  /** No process seals with an older key any more. */
  isOnlySealer: boolean
  createdAt: Date
}

const selectKeys = (db: Db, vendorId: VendorId, table: KeyTable) =>
  db
    .selectFrom(table)
    .select(['version', 'master_key_id as masterKeyId', 'wrapped', 'created_at as createdAt'])
    .select([
      sql<boolean>`created_at < clock_timestamp() - make_interval(secs => ${SETTLING_SECONDS})`.as('settled'),
      sql<boolean>`created_at < clock_timestamp() - make_interval(secs => ${LAST_USE_SECONDS})`.as('isOnlySealer'),
    ])
    .where('vendor_id', '=', vendorId)
    .orderBy('version')

export const findKeys = (db: Db, vendorId: VendorId, table: KeyTable): Promise<LoadedKey[]> =>
  selectKeys(db, vendorId, table).execute()

/** Adding a version and destroying all of them wait for each other here. */
export const lockKeys = (tx: Tx, vendorId: VendorId, table: KeyTable): Promise<LoadedKey[]> =>
  selectKeys(tx, vendorId, table).forUpdate().execute()

export const insertKey = (tx: Tx, vendorId: VendorId, table: KeyTable, row: DataKeyRow) =>
  tx
    .insertInto(table)
    .values({
      vendor_id: vendorId,
      version: row.version,
      master_key_id: row.masterKeyId,
      wrapped: row.wrapped,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const updateWrapped = (tx: Tx, vendorId: VendorId, table: KeyTable, row: DataKeyRow) =>
  tx
    .updateTable(table)
    .set({ master_key_id: row.masterKeyId, wrapped: row.wrapped })
    .where('vendor_id', '=', vendorId)
    .where('version', '=', row.version)
    .execute()

export const deleteDataKeys = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('data_key').where('vendor_id', '=', vendorId).execute()
