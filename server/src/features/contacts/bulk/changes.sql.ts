import { sql } from 'kysely'
import type { ContactSource } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { StoredProfile } from '../codec.ts'
import '../tables.ts'

/** Who changes contacts, and when. */
export interface Author {
  actorId: string | null
  jobId: string | null
  now: Date
}

export interface Change {
  contactId: string
  action: 'UPDATE' | 'MERGE' | 'RESTORE'
  /** Undefined: name and attributes stay as they are. */
  profile: StoredProfile | undefined
  /** All labels afterwards; undefined: they stay as they are. */
  labelIds: readonly string[] | undefined
  /** Undefined: it stays as it is. */
  source?: ContactSource | undefined
}

/** One statement: profiles, labels and audit rows of contacts that this transaction has locked. */
export const applyChanges = async (
  tx: Tx,
  vendorId: VendorId,
  { actorId, jobId, now }: Author,
  changes: readonly Change[],
) => {
  await sql`
    with change as (
      select id, action, profile_cipher, name_tokens::bigint[], filled_keys, label_ids::uuid[], source from unnest(
        ${changes.map(({ contactId }) => contactId)}::uuid[],
        ${changes.map(({ action }) => action)}::text[],
        ${changes.map(({ profile }) => profile?.profileCipher ?? null)}::bytea[],
        ${changes.map(({ profile }) => profile && `{${profile.nameTokens.join(',')}}`)}::text[],
        ${changes.map(({ profile }) => profile && JSON.stringify(profile.filledKeys))}::text[],
        ${changes.map(({ labelIds }) => labelIds && `{${labelIds.join(',')}}`)}::text[],
        ${changes.map(({ source }) => source ?? null)}::text[]
      ) as change (id, action, profile_cipher, name_tokens, filled_keys, label_ids, source)
    ), before as (
      select c.id, c.profile_cipher,
             array(select label_id from contact_label cl where cl.vendor_id = ${vendorId} and cl.contact_id = c.id)
               as label_ids
        from contact c join change on change.id = c.id where c.vendor_id = ${vendorId}
    ), unlabelled as (
      delete from contact_label cl using change
       where cl.vendor_id = ${vendorId} and cl.contact_id = change.id and not cl.label_id = any(change.label_ids)
    ), labelled as (
      insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
      select ${vendorId}, change.id, label_id, ${now}, place
        from change, unnest(change.label_ids) with ordinality as given (label_id, place)
      on conflict do nothing
    ), written as (
      update contact c
         set profile_cipher = coalesce(change.profile_cipher, c.profile_cipher),
             name_tokens = coalesce(change.name_tokens, c.name_tokens),
             filled_keys = case when change.filled_keys is null then c.filled_keys
                                else array(select jsonb_array_elements_text(change.filled_keys::jsonb)) end,
             source = coalesce(change.source, c.source), revision = c.revision + 1, updated_at = ${now}
        from change where c.vendor_id = ${vendorId} and c.id = change.id
      returning c.id, c.revision, change.action, change.label_ids
    )
    insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, before_cipher, labels_before,
                               labels_after, created_at)
    select ${vendorId}, id, revision, action, ${actorId}, ${jobId}, before.profile_cipher, before.label_ids,
           coalesce(written.label_ids, before.label_ids), ${now}
      from written join before using (id)`.execute(tx)
}

/** One statement: the contacts go, and with them whatever the audit log knows of the people behind them. */
export const deleteContacts = async (
  tx: Tx,
  vendorId: VendorId,
  { actorId, jobId, now }: Author,
  contactIds: readonly string[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    with labelled as (
      select contact_id, array_agg(label_id) as label_ids from contact_label
       where vendor_id = ${vendorId} and contact_id = any(${contactIds}::uuid[]) group by contact_id
    ), deleted as (
      delete from contact where vendor_id = ${vendorId} and id = any(${contactIds}::uuid[]) returning id, revision
    ), emptied as (
      update contact_audit a set before_cipher = null from deleted
       where a.vendor_id = ${vendorId} and a.contact_id = deleted.id and a.before_cipher is not null
    )
    insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, labels_before, created_at)
    select ${vendorId}, id, revision + 1, 'DELETE', ${actorId}, ${jobId}, coalesce(label_ids, '{}'), ${now}
      from deleted left join labelled on contact_id = id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
