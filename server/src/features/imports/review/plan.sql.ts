import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export const savePlan = (tx: Tx, vendorId: VendorId, jobId: string, planHash: Buffer, version: number) =>
  tx
    .insertInto('import_plan')
    .values({ vendor_id: vendorId, job_id: jobId, plan_hash: planHash, version })
    .onConflict((oc) => oc.columns(['vendor_id', 'job_id', 'plan_hash']).doUpdateSet({ version }))
    .execute()

/** The last version of the review that had this plan. */
export const findPlanVersion = async (db: Db, vendorId: VendorId, jobId: string, planHash: Buffer) =>
  (
    await db
      .selectFrom('import_plan')
      .select('version')
      .where('vendor_id', '=', vendorId)
      .where('job_id', '=', jobId)
      .where('plan_hash', '=', planHash)
      .executeTakeFirst()
  )?.version

/** How many contacts have another result than in this version of the review. */
export const countChangedSince = async (db: Db, vendorId: VendorId, jobId: string, version: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_contact s
     where vendor_id = ${vendorId} and job_id = ${jobId} and result_version > ${version}
       and not exists (select from staged_duplicate d
                        where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place)`.execute(db)
  return rows[0]?.count ?? 0
}
