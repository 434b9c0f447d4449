import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { firstSlotOf } from '../staging/slots.ts'
import type { RowRange } from '../staging/staging.sql.ts'

export interface StagedDecision {
  /** Id of the staged row. */
  id: string
  contactId: string
  action: string
  nameChanged: boolean
  labelsAdded: boolean
  digest: bigint
}

/** Limited to the rows or slots that the decisions are for, because staged rows are found by slot. */
export const saveDecisions = (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  where: RowRange | readonly bigint[],
  decisions: readonly StagedDecision[],
  version: number,
) =>
  sql`
    update staged_contact s
       set action = d.action, contact_id = d.contact_id, name_changed = d.name_changed, labels_added = d.labels_added,
           result_version = case when s.result_digest = d.digest then s.result_version else ${version} end,
           result_digest = d.digest
      from unnest(${decisions.map((d) => d.id)}::uuid[], ${decisions.map((d) => d.contactId)}::uuid[],
                  ${decisions.map((d) => d.action)}::text[], ${decisions.map((d) => d.nameChanged)}::boolean[],
                  ${decisions.map((d) => d.labelsAdded)}::boolean[], ${decisions.map((d) => d.digest)}::bigint[])
             as d (id, contact_id, action, name_changed, labels_added, digest)
     where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.id = d.id
       and ${
         'firstRow' in where
           ? sql`s.place >= ${firstSlotOf(where.firstRow)} and s.place < ${firstSlotOf(where.lastRow + 1)}`
           : sql`s.place = any(${where}::bigint[])`
       }`.execute(tx)

/** Contacts that no longer exist, among the ones that were decided before, are created. */
export const clearResults = (tx: Tx, vendorId: VendorId, jobId: string, slots: readonly bigint[], version: number) =>
  sql`
    update staged_contact set result_digest = null, result_version = ${version}
     where vendor_id = ${vendorId} and job_id = ${jobId} and place = any(${slots}::bigint[])
       and action = 'CREATE' and result_digest is not null`.execute(tx)

/** Resets rows to CREATE until a contact with their number is found again. */
export const clearDecisions = (tx: Tx, vendorId: VendorId, jobId: string, slots?: readonly bigint[]) =>
  sql`
    update staged_contact set action = 'CREATE', contact_id = null, name_changed = false, labels_added = false
           ${slots ? sql`` : sql`, result_digest = null`}
     where vendor_id = ${vendorId} and job_id = ${jobId} and action <> 'CREATE'
       ${slots ? sql`and place = any(${slots}::bigint[])` : sql``}`.execute(tx)

/**
 * Staged rows whose contact was created, changed or deleted by a transaction that the preview has not seen: those of
 * the next contacts after `after`, and the last of these contacts; null when there are none.
 */
export const findChangedSince = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  transaction: bigint,
  after: string | null,
  limit: number,
) => {
  const { rows } = await sql<{ slot: bigint | null; contactId: string }>`
    with changed_contacts as (
      select distinct contact_id from contact_audit
       where vendor_id = ${vendorId} and transaction_id >= ${transaction} and job_id is distinct from ${jobId}::uuid
         and (${after}::uuid is null or contact_id > ${after}::uuid)
       order by contact_id limit ${limit}
    ), changed_rows as (
      select s.place from changed_contacts
        join contact c on c.vendor_id = ${vendorId} and c.id = changed_contacts.contact_id
        join staged_contact s on s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.mobile_hash = c.mobile_hash
       where not exists (select from staged_duplicate d
                          where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place)
      union
      select s.place from changed_contacts
        join staged_contact s
          on s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.contact_id = changed_contacts.contact_id
    )
    select null as slot, contact_id as "contactId"
      from (select max(contact_id::text) as contact_id from changed_contacts) last
     where contact_id is not null
    union all select place, null from changed_rows`.execute(db)
  return {
    slots: rows.flatMap(({ slot }) => slot ?? []),
    after: rows.find(({ contactId }) => contactId !== null)?.contactId ?? null,
  }
}

/** The actions that the preview showed for some rows, by id; rows without an entry were new. */
export const findPreviewedActions = async (db: Db, vendorId: VendorId, jobId: string, range: RowRange) => {
  const { rows } = await sql<{ id: string; action: string }>`
    select id, action from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and action <> 'CREATE'
       and place >= ${firstSlotOf(range.firstRow)}
       and place < ${firstSlotOf(range.lastRow + 1)}`.execute(db)
  return new Map(rows.map(({ id, action }) => [id, action]))
}
