import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

export const lockProgress = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('contact_suffix_backfill')
    .select(['after_id as afterId', 'awaits_imports as awaitsImports'])
    .where('vendor_id', '=', vendorId)
    .forUpdate()
    .executeTakeFirst()

/** Whether an import from before the vendor was listed has not ended. Its rows may have been staged without the token. */
export const hasEarlierImport = async (tx: Tx, vendorId: VendorId): Promise<boolean> => {
  const { rows } = await sql`
    select from contact_suffix_backfill b
     where b.vendor_id = ${vendorId}
       and exists (select from import_job j
                    where j.vendor_id = ${vendorId} and j.ended_at is null and j.created_at <= b.listed_at)`.execute(tx)
  return rows.length > 0
}

/** With null, all contacts are read from the first. */
export const setProgress = (tx: Tx, vendorId: VendorId, afterId: string | null, awaitsImports: boolean) =>
  tx
    .updateTable('contact_suffix_backfill')
    .set({ after_id: afterId, awaits_imports: awaitsImports, retry_at: null })
    .where('vendor_id', '=', vendorId)
    .execute()

export const postpone = (tx: Tx, vendorId: VendorId, retryAt: Date) =>
  tx.updateTable('contact_suffix_backfill').set({ retry_at: retryAt }).where('vendor_id', '=', vendorId).execute()

export const deleteProgress = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('contact_suffix_backfill').where('vendor_id', '=', vendorId).execute()

/** The next contacts by id, locked in the order of the hashes, as every statement that locks several contacts does. */
export const lockContactsAfter = async (tx: Tx, vendorId: VendorId, afterId: string | null, limit: number) => {
  const { rows } = await sql<{ id: string; profileCipher: Buffer }>`
    select id, profile_cipher as "profileCipher" from contact
     where vendor_id = ${vendorId} and id in (
       select id from contact
        where vendor_id = ${vendorId} and (${afterId}::uuid is null or id > ${afterId}::uuid) order by id limit ${limit})
     order by mobile_hash for update`.execute(tx)
  return rows
}

/** Only the index changes: neither the revision nor the time of the last change. */
export const setTokens = async (
  tx: Tx,
  vendorId: VendorId,
  contacts: readonly { id: string; tokens: readonly bigint[] }[],
) => {
  await sql`
    update contact c set name_tokens = new_tokens.tokens::bigint[]
      from unnest(${contacts.map(({ id }) => id)}::uuid[],
                  ${contacts.map(({ tokens }) => `{${tokens.join(',')}}`)}::text[]) as new_tokens (id, tokens)
     where c.vendor_id = ${vendorId} and c.id = new_tokens.id
       and c.name_tokens is distinct from new_tokens.tokens::bigint[]`.execute(tx)
}
