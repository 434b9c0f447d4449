import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** The audit actions of an import, without those of its undo. */
const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'MERGE'] as const

/** The contacts that an import changed, by id, in batches. */
export const nextChangedByImport = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('contact_audit')
    .select('contact_id as id')
    .distinct()
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .where('action', 'in', IMPORT_ACTIONS)
    .$if(after !== null, (query) => query.where('contact_id', '>', after as string))
    .orderBy('contact_id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

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

/** Those of the contacts whose latest changes were all made by the import. */
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
     where import_changes.changes = import_changes.last - import_changes.first + 1`.execute(db)
  return rows
}
