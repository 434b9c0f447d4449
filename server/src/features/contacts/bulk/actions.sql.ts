import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export const hasAny = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) =>
  (await tx
    .selectFrom('contact')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Locks the contacts that still exist, in the order of the hashes, and returns their ids. */
export const lockExisting = async (tx: Tx, vendorId: VendorId, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('contact')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .orderBy('mobile_hash')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** The labels of each of these contacts that lacks one of the given labels. */
export const findLackingLabels = async (
  tx: Tx,
  vendorId: VendorId,
  contactIds: readonly string[],
  labelIds: readonly string[],
) => {
  const { rows } = await sql<{ contactId: string; labelIds: string[] }>`
    select contact_id as "contactId", label_ids as "labelIds"
      from unnest(${contactIds}::uuid[]) as given (contact_id),
           lateral (select coalesce(array_agg(label_id order by added_at, place), '{}') as label_ids from contact_label cl
                     where cl.vendor_id = ${vendorId} and cl.contact_id = given.contact_id) labels
     where not label_ids @> ${labelIds}::uuid[]`.execute(tx)
  return rows
}

/** Opts out the numbers of these contacts. An opt-out that exists keeps its time, and its reason if it is harder to revert. */
export const insertOptOuts = async (tx: Tx, vendorId: VendorId, contactIds: readonly string[], now: Date) => {
  await sql`
    insert into opt_out (vendor_id, mobile_hash, reason, opted_out_at, asked_at)
    select ${vendorId}, mobile_hash, 'MANUAL', ${now}, ${now} from contact
     where vendor_id = ${vendorId} and id = any(${contactIds}::uuid[]) order by mobile_hash
    on conflict (vendor_id, mobile_hash) do update
       set reason = case when opt_out.reason = 'STOP' then excluded.reason else opt_out.reason end,
           asked_at = greatest(opt_out.asked_at, excluded.asked_at), job_id = null`.execute(tx)
}
