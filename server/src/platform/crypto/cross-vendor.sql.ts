// Key rotation goes through all vendors.

import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

declare module '../db/tables.ts' {
  interface Tables {
    blind_index_key: { version: number; fingerprint: Buffer; used_since: Generated<Date> }
  }
}

/** The keys of the blind indexes that the database uses, in their order. */
export const listIndexKeys = (db: Db) =>
  db.selectFrom('blind_index_key').select(['version', 'fingerprint']).orderBy('version').execute()

/** Also one that has been silent for minutes: it may go on. The row of a process that was killed is deleted later. */
export const processWithoutSealedIdsRuns = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ runs: boolean }>`
    select exists (select from running_process where not reads_sealed_ids) as runs`.execute(db)
  return rows[0]?.runs ?? false
}

/** Does nothing if the database has a first key. */
export const insertFirstKey = (tx: Tx, fingerprint: Buffer) =>
  tx
    .insertInto('blind_index_key')
    .values({ version: 1, fingerprint })
    .onConflict((oc) => oc.column('version').doNothing())
    .execute()

/** Some of the vendors with a key that is still wrapped by another master key. */
export const vendorsNotWrappedBy = (db: Db, masterKeyId: string, limit: number) =>
  db
    .selectFrom('data_key')
    .select('vendor_id as vendorId')
    .where('master_key_id', '!=', masterKeyId)
    .union(db.selectFrom('books_key').select('vendor_id as vendorId').where('master_key_id', '!=', masterKeyId))
    .limit(limit)
    .execute()
