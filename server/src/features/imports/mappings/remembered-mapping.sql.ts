import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export const findRemembered = async (db: Db, vendorId: VendorId, headingsHashes: readonly Buffer[]) =>
  (
    await db
      .selectFrom('remembered_mapping')
      .select('mapping_cipher')
      .where('vendor_id', '=', vendorId)
      .where('headings_hash', 'in', headingsHashes)
      .executeTakeFirst()
  )?.mapping_cipher

export const upsertRemembered = (
  tx: Tx,
  vendorId: VendorId,
  { headingsHash, mappingCipher, now }: { headingsHash: Buffer; mappingCipher: Buffer; now: Date },
) =>
  tx
    .insertInto('remembered_mapping')
    .values({ vendor_id: vendorId, headings_hash: headingsHash, mapping_cipher: mappingCipher, used_at: now })
    .onConflict((oc) =>
      oc.columns(['vendor_id', 'headings_hash']).doUpdateSet({ mapping_cipher: mappingCipher, used_at: now }),
    )
    .execute()

/** Deletes all but the mappings used last. */
export const trimRemembered = (tx: Tx, vendorId: VendorId, kept: number) =>
  sql`delete from remembered_mapping
       where vendor_id = ${vendorId} and headings_hash in (
         select headings_hash from remembered_mapping where vendor_id = ${vendorId}
          order by used_at desc, headings_hash offset ${kept})`.execute(tx)
