import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface RepeatedRow {
  place: bigint
  firstPlace: bigint
  profileCipher: Buffer
  labels: string[]
}

/** Rows whose number was there before, all or only those with labels, number by number and in the order of the file. */
export const repeatedRows = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  isLabelled: boolean,
  after: { firstPlace: bigint; place: bigint },
  limit: number,
): Promise<RepeatedRow[]> => {
  const { rows } = await sql<RepeatedRow>`
    select d.place, d.first_place as "firstPlace", s.profile_cipher as "profileCipher", s.labels
      from staged_duplicate d
      join staged_contact s on s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place = d.place
     where d.vendor_id = ${vendorId} and d.job_id = ${jobId}
       and (d.first_place, d.place) > (${after.firstPlace}, ${after.place})
       and (not ${isLabelled} or s.labels <> '{}')
     order by d.first_place, d.place limit ${limit}`.execute(db)
  return rows
}

/** The rows that later ones are folded into, as they were read, in the order of the file. */
export const firstRows = async (db: Db, vendorId: VendorId, jobId: string, places: readonly bigint[]) => {
  const { rows } = await sql<{ place: bigint; profileCipher: Buffer; labels: string[] }>`
    select place, profile_cipher as "profileCipher", labels from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and place = any(${places}::bigint[])
     order by place`.execute(db)
  return rows
}

export interface MergedRow {
  place: bigint
  profileCipher: Uint8Array
  nameTokens: bigint[]
  filledKeys: string[]
  labels: string[]
}

export const saveMerged = (tx: Tx, vendorId: VendorId, jobId: string, rows: readonly MergedRow[]) =>
  sql`
    update staged_contact s
       set folded_cipher = folded.cipher, folded_tokens = folded.tokens::bigint[],
           folded_keys = array(select jsonb_array_elements_text(folded.keys::jsonb)),
           folded_labels = array(select jsonb_array_elements_text(folded.labels::jsonb))
      from unnest(${rows.map((row) => row.place)}::bigint[], ${rows.map((row) => row.profileCipher)}::bytea[],
                  ${rows.map((row) => `{${row.nameTokens.join(',')}}`)}::text[],
                  ${rows.map((row) => JSON.stringify(row.filledKeys))}::text[],
                  ${rows.map((row) => JSON.stringify(row.labels))}::text[])
             as folded (place, cipher, tokens, keys, labels)
     where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place = folded.place`.execute(tx)

export const clearMerged = (tx: Tx, vendorId: VendorId, jobId: string) =>
  sql`
    update staged_contact set folded_cipher = null, folded_tokens = null, folded_keys = null, folded_labels = null
     where vendor_id = ${vendorId} and job_id = ${jobId} and folded_cipher is not null`.execute(tx)
