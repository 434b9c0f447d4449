import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    flagged_import: {
      vendor_id: VendorId
      job_id: string
      id: string
      contacts: number
      sequential_contacts: number
      flagged_at: Date
    }
  }
}

interface StagedProfile {
  slot: bigint
  profileCipher: Buffer
}

/** The next contacts of the file in file order, one for each number and row. */
export const nextStagedProfiles = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  after: bigint,
  limit: number,
): Promise<StagedProfile[]> => {
  const { rows } = await sql<StagedProfile>`
    select place as slot, profile_cipher as "profileCipher" from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and place > ${after}
     order by place limit ${limit}`.execute(db)
  return rows
}

/** Returns false when the import was flagged before. */
export const insertFlag = async (
  tx: Tx,
  vendorId: VendorId,
  flag: { id: string; jobId: string; contacts: number; sequentialContacts: number; flaggedAt: Date },
) => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('flagged_import')
    .values({
      vendor_id: vendorId,
      job_id: flag.jobId,
      id: flag.id,
      contacts: flag.contacts,
      sequential_contacts: flag.sequentialContacts,
      flagged_at: flag.flaggedAt,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findFlag = (db: Db, vendorId: VendorId, jobId: string) =>
  db
    .selectFrom('flagged_import')
    .select(['contacts', 'sequential_contacts as sequentialContacts'])
    .where('vendor_id', '=', vendorId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
