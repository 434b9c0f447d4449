import { sql } from 'kysely'
import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** The audit actions of an import, without those of its undo. */
const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'MERGE'] as const

/** The contacts that an import changed, by id, and how much of each the undo may have to hold in memory. */
export const nextChangedByImport = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  after: string | null,
  limit: number,
): Promise<{ id: string; bytes: number }[]> =>
  db
    .selectFrom('contact_audit')
    .select(['contact_id as id', sql<number>`max(coalesce(octet_length(before_cipher), 0))`.as('bytes')])
    .groupBy('contact_id')
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('action', 'in', IMPORT_ACTIONS)
    .$if(after !== null, (query) => query.where('contact_id', '>', after as string))
    .orderBy('contact_id')
    .limit(limit)
    .execute()

/** Locks in the order of the hashes, as every statement that locks several contacts does. */
export const lockContacts = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) => {
  await tx
    .selectFrom('contact')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .orderBy('mobile_hash')
    .forUpdate()
    .execute()
}

export interface ImportedContact {
  contactId: string
  wasCreated: boolean
  /** Before the import; null when the import created the contact, or when name and attributes are unchanged. */
  beforeCipher: Buffer | null
  labelIdsBefore: string[]
}

/**
 * Notes existing contacts that an import needed not change, if another import wrote them last: that one must not take
 * away what this one states, too. An import that skips existing contacts states only that they exist.
 */
export const insertSeen = async (
  tx: Tx,
  vendorId: VendorId,
  { jobId, strategy }: { jobId: string; strategy: MergeStrategy },
  contactIds: readonly string[],
) => {
  const actions = strategy === 'SKIP_DUPLICATES' ? ['CREATE'] : IMPORT_ACTIONS
  await sql`
    insert into contact_seen (vendor_id, contact_id, job_id)
    select c.vendor_id, c.id, ${jobId}
      from contact c
      join contact_audit last_change
        on last_change.vendor_id = c.vendor_id and last_change.contact_id = c.id and last_change.revision = c.revision
     where c.vendor_id = ${vendorId} and c.id = any(${contactIds}::uuid[]) and last_change.job_id <> ${jobId}
       and last_change.action = any(${actions}::text[])
     order by c.id
    on conflict (vendor_id, contact_id) do update set job_id = null where contact_seen.job_id <> excluded.job_id`.execute(
    tx,
  )
}

/** Of an import that has been undone. */
export const deleteSeen = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('contact_seen').where('vendor_id', '=', vendorId).where('job_id', '=', jobId).execute()

/**
 * Those of the contacts whose latest changes were all made by the import and that no other import states. A contact that
 * the import created stays if somebody has written to the vendor or put it on a list since.
 */
export const findUnmodifiedSince = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  ids: readonly string[],
): Promise<ImportedContact[]> => {
  const { rows } = await sql<ImportedContact>`
    select c.id as "contactId", first_change.action = 'CREATE' as "wasCreated",
           first_change.labels_before as "labelIdsBefore",
           nullif(first_change.before_cipher, c.profile_cipher) as "beforeCipher"
      from (select contact_id, min(revision) as first, max(revision) as last, count(*) as changes
              from contact_audit
             where vendor_id = ${vendorId} and job_id = ${jobId} and contact_id = any(${ids}::uuid[])
               and action = any(${IMPORT_ACTIONS}) group by contact_id) import_changes
      join contact c
        on c.vendor_id = ${vendorId} and c.id = import_changes.contact_id and c.revision = import_changes.last
      join contact_audit first_change
        on first_change.vendor_id = ${vendorId} and first_change.contact_id = import_changes.contact_id
       and first_change.revision = import_changes.first
     where import_changes.changes = import_changes.last - import_changes.first + 1
       and not exists (select from contact_seen seen
                        where seen.vendor_id = c.vendor_id and seen.contact_id = c.id
                          and seen.job_id is distinct from ${jobId})
       and (first_change.action <> 'CREATE' or not (
             exists (select from conversation where conversation.vendor_id = c.vendor_id and contact_id = c.id)
             or exists (select from contact_list_member member
                         where member.vendor_id = c.vendor_id and member.contact_id = c.id
                           and member.added_at > first_change.created_at)))`.execute(db)
  return rows
}
