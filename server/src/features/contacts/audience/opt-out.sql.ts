import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { OptOutReason } from '../tables.ts'
import '../tables.ts'

/** Keeps the time of the first opt-out. Of two reasons the one that is harder to revert is kept. */
export const insertOptOut = (tx: Tx, vendorId: VendorId, mobileHash: Buffer, reason: OptOutReason, at: Date) =>
  tx
    .insertInto('opt_out')
    .values({ vendor_id: vendorId, mobile_hash: mobileHash, reason, opted_out_at: at, asked_at: at })
    .onConflict((oc) =>
      oc.columns(['vendor_id', 'mobile_hash']).doUpdateSet({
        reason: sql`case when opt_out.reason = 'STOP' or (opt_out.reason = 'MANUAL' and excluded.reason <> 'STOP')
                         then excluded.reason else opt_out.reason end`,
        asked_at: sql`greatest(opt_out.asked_at, excluded.asked_at)`,
        job_id: null,
      }),
    )
    .execute()

/** A select of `mobile_hash`. */
export type SelectedHashes = RawBuilder<unknown>

/**
 * Opt-outs that an import states. One that exists stays as it is; if another import stated it, it belongs to neither of
 * them from now on, so that undoing one does not withdraw it.
 */
export const insertImportedOptOuts = (
  tx: Tx,
  vendorId: VendorId,
  mobileHashes: SelectedHashes,
  { jobId, now }: { jobId: string; now: Date },
) =>
  sql`
    insert into opt_out (vendor_id, mobile_hash, reason, opted_out_at, asked_at, job_id)
    select ${vendorId}, mobile_hash, 'MANUAL', ${now}, ${now}, ${jobId}
      from (select distinct mobile_hash from (${mobileHashes}) stated order by mobile_hash) numbers
    on conflict (vendor_id, mobile_hash) do update set job_id = null where opt_out.job_id <> excluded.job_id`.execute(
    tx,
  )

/** Deletes the opt-outs that only this import stated. */
export const deleteImportedOptOuts = (tx: Tx, vendorId: VendorId, jobId: string) =>
  tx.deleteFrom('opt_out').where('vendor_id', '=', vendorId).where('job_id', '=', jobId).execute()

/** Deletes only opt-outs that were requested before this time. */
export const deleteOptOut = async (
  tx: Tx,
  vendorId: VendorId,
  mobileHashes: readonly Buffer[],
  reasons: readonly OptOutReason[],
  at: Date,
) => {
  await tx
    .deleteFrom('opt_out')
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', 'in', mobileHashes)
    .where('reason', 'in', reasons)
    .where('asked_at', '<=', at)
    .execute()
}

export const findOptOuts = (db: Db, vendorId: VendorId, mobileHashes: readonly Buffer[]) =>
  db
    .selectFrom('opt_out')
    .select('mobile_hash as mobileHash')
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', 'in', mobileHashes)
    .execute()

export const findOptOut = (db: Db, vendorId: VendorId, mobileHash: Buffer) =>
  db
    .selectFrom('opt_out')
    .select(['reason', 'opted_out_at as optedOutAt'])
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', '=', mobileHash)
    .executeTakeFirst()
