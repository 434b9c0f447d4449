import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface DuplicateRow {
  slot: bigint
  firstSlot: bigint
  profileCipher: Buffer
  labels: string[]
}

/**
 * Rows whose number occurs earlier, all or only those with labels, ordered by number and position in the file; of all
 * numbers or of those that occur first in some slots.
 */
export const findDuplicateRows = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  isLabelled: boolean,
  after: { firstSlot: bigint; slot: bigint },
  limit: number,
  firstSlots?: readonly bigint[],
): Promise<DuplicateRow[]> => {
  const { rows } = await sql<DuplicateRow>`
    select d.place as slot, d.first_place as "firstSlot", s.profile_cipher as "profileCipher", s.labels
      from staged_duplicate d
      join staged_contact s on s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place = d.place
     where d.vendor_id = ${vendorId} and d.job_id = ${jobId}
       and (d.first_place, d.place) > (${after.firstSlot}, ${after.slot})
       and (not ${isLabelled} or s.labels <> '{}')
       ${firstSlots ? sql`and d.first_place = any(${firstSlots}::bigint[])` : sql``}
     order by d.first_place, d.place limit ${limit}`.execute(db)
  return rows
}

/** The rows that later ones are merged into, as they were read, in file order. */
export const findFirstRows = async (db: Db, vendorId: VendorId, jobId: string, slots: readonly bigint[]) => {
  const { rows } = await sql<{ slot: bigint; profileCipher: Buffer; labels: string[] }>`
    select place as slot, profile_cipher as "profileCipher", labels from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and place = any(${slots}::bigint[])
     order by place`.execute(db)
  return rows
}

export interface StoredMerge {
  slot: bigint
  profileCipher: Uint8Array
  nameTokens: bigint[]
  filledKeys: string[]
  labels: string[]
}

export const saveMerged = (tx: Tx, vendorId: VendorId, jobId: string, rows: readonly StoredMerge[]) =>
  sql`
    update staged_contact s
       set folded_cipher = merged.cipher, folded_tokens = merged.tokens::bigint[],
           folded_keys = array(select jsonb_array_elements_text(merged.keys::jsonb)),
           folded_labels = array(select jsonb_array_elements_text(merged.labels::jsonb))
      from unnest(${rows.map((row) => row.slot)}::bigint[], ${rows.map((row) => row.profileCipher)}::bytea[],
                  ${rows.map((row) => `{${row.nameTokens.join(',')}}`)}::text[],
                  ${rows.map((row) => JSON.stringify(row.filledKeys))}::text[],
                  ${rows.map((row) => JSON.stringify(row.labels))}::text[])
             as merged (place, cipher, tokens, keys, labels)
     where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place = merged.place`.execute(tx)

export const clearMerged = (tx: Tx, vendorId: VendorId, jobId: string, slots?: readonly bigint[]) =>
  sql`
    update staged_contact set folded_cipher = null, folded_tokens = null, folded_keys = null, folded_labels = null
     where vendor_id = ${vendorId} and job_id = ${jobId} and folded_cipher is not null
       ${slots ? sql`and place = any(${slots}::bigint[])` : sql``}`.execute(tx)
