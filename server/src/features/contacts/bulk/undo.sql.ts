import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/** What an import did to a contact; what its undoing writes is not part of it. */
const DONE_BY_IMPORT = ['CREATE', 'UPDATE', 'MERGE'] as const

/** The contacts that an import touched, in the order of their ids, a batch at a time. */
export const nextTouched = async (
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
    .where('action', 'in', DONE_BY_IMPORT)
    .$if(after !== null, (query) => query.where('contact_id', '>', after as string))
    .orderBy('contact_id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** In the order in which everybody locks several contacts. */
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

export interface Touched {
  contactId: string
  wasCreated: boolean
  /** Before the import; null when it made the contact, or when name and attributes are what they were. */
  beforeCipher: Buffer | null
  labelIdsBefore: string[]
}

/** Of these contacts those whose latest changes are all the import's. */
export const findUntouchedSince = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  ids: readonly string[],
): Promise<Touched[]> => {
  const { rows } = await sql<Touched>`
    select c.id as "contactId", opening.action = 'CREATE' as "wasCreated", opening.labels_before as "labelIdsBefore",
           nullif(opening.before_cipher, c.profile_cipher) as "beforeCipher"
      from (select contact_id, min(revision) as first, max(revision) as last, count(*) as changes
              from contact_audit
             where vendor_id = ${vendorId} and job_id = ${jobId} and contact_id = any(${ids}::uuid[])
               and action = any(${DONE_BY_IMPORT}) group by contact_id) import
      join contact c on c.vendor_id = ${vendorId} and c.id = import.contact_id and c.revision = import.last
      join contact_audit opening on opening.vendor_id = ${vendorId} and opening.contact_id = import.contact_id
       and opening.revision = import.first
     where import.changes = import.last - import.first + 1`.execute(db)
  return rows
}
