import { sql } from 'kysely'
import type { ContactSource } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { StoredProfile } from '../codec.ts'
import '../tables.ts'

/** Who changes contacts, and when. */
export interface ChangeAuthor {
  actorId: string | null
  jobId: string | null
  now: Date
}

export interface ContactChange {
  contactId: string
  action: 'UPDATE' | 'MERGE' | 'RESTORE'
  /** Undefined: name and attributes stay the same. */
  profile: StoredProfile | undefined
  /** All labels afterwards; undefined: they stay the same. */
  labelIds: readonly string[] | undefined
  /** Undefined: it stays the same. */
  source?: ContactSource | undefined
}

/** Updates profiles, labels and audit rows of contacts that this transaction has locked, in one statement. */
export const applyChanges = async (
  tx: Tx,
  vendorId: VendorId,
  { actorId, jobId, now }: ChangeAuthor,
  changes: readonly ContactChange[],
) => {
  await sql`
    with requested_changes as (
      select id, action, profile_cipher, name_tokens::bigint[], filled_keys, label_ids::uuid[], source from unnest(
        ${changes.map(({ contactId }) => contactId)}::uuid[],
        ${changes.map(({ action }) => action)}::text[],
        ${changes.map(({ profile }) => profile?.profileCipher ?? null)}::bytea[],
        ${changes.map(({ profile }) => profile && `{${profile.nameTokens.join(',')}}`)}::text[],
        ${changes.map(({ profile }) => profile && JSON.stringify(profile.filledKeys))}::text[],
        ${changes.map(({ labelIds }) => labelIds && `{${labelIds.join(',')}}`)}::text[],
        ${changes.map(({ source }) => source ?? null)}::text[]
      ) as change (id, action, profile_cipher, name_tokens, filled_keys, label_ids, source)
    ), previous_contacts as (
      select c.id, c.profile_cipher,
             array(select label_id from contact_label cl where cl.vendor_id = ${vendorId} and cl.contact_id = c.id)
               as label_ids
        from contact c join requested_changes r on r.id = c.id where c.vendor_id = ${vendorId}
    ), removed_labels as (
      delete from contact_label cl using requested_changes r
       where cl.vendor_id = ${vendorId} and cl.contact_id = r.id and not cl.label_id = any(r.label_ids)
    ), added_labels as (
      insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
      select ${vendorId}, r.id, label_id, ${now}, place
        from requested_changes r, unnest(r.label_ids) with ordinality as labels (label_id, place)
      on conflict do nothing
    ), updated_contacts as (
      update contact c
         set profile_cipher = coalesce(r.profile_cipher, c.profile_cipher),
             name_tokens = coalesce(r.name_tokens, c.name_tokens),
             filled_keys = case when r.filled_keys is null then c.filled_keys
                                else array(select jsonb_array_elements_text(r.filled_keys::jsonb)) end,
             source = coalesce(r.source, c.source), revision = c.revision + 1, updated_at = ${now}
        from requested_changes r where c.vendor_id = ${vendorId} and c.id = r.id
      returning c.id, c.revision, r.action, r.label_ids
    )
    insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, before_cipher, labels_before,
                               labels_after, created_at)
    select ${vendorId}, id, revision, action, ${actorId}, ${jobId}, previous_contacts.profile_cipher,
           previous_contacts.label_ids,
           coalesce(updated_contacts.label_ids, previous_contacts.label_ids), ${now}
      from updated_contacts join previous_contacts using (id)`.execute(tx)
}

/** Deletes contacts and the personal data in their audit rows, in one statement. */
export const deleteContacts = async (
  tx: Tx,
  vendorId: VendorId,
  { actorId, jobId, now }: ChangeAuthor,
  contactIds: readonly string[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    with previous_labels as (
      select contact_id, array_agg(label_id) as label_ids from contact_label
       where vendor_id = ${vendorId} and contact_id = any(${contactIds}::uuid[]) group by contact_id
    ), deleted_contacts as (
      delete from contact where vendor_id = ${vendorId} and id = any(${contactIds}::uuid[]) returning id, revision
    ), redacted_audit_rows as (
      update contact_audit a set before_cipher = null from deleted_contacts
       where a.vendor_id = ${vendorId} and a.contact_id = deleted_contacts.id and a.before_cipher is not null
    )
    insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, labels_before, created_at)
    select ${vendorId}, id, revision + 1, 'DELETE', ${actorId}, ${jobId}, coalesce(label_ids, '{}'), ${now}
      from deleted_contacts left join previous_labels on contact_id = id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
