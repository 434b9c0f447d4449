import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

/** The time of the last status change of a campaign's messages. */
export const lastEventAt = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(max(sent_at), max(delivered_at), max(failed_at)) as at
      from message where vendor_id = ${vendorId} and campaign_id = ${campaignId}`.execute(db)
  return rows[0]?.at ?? undefined
}

/**
 * Messages sent, delivered and failed in each step. Empty steps are left out. The provider reports whole seconds, so
 * that a delivery may seem to come before the launch; it counts in the first step.
 */
export const countByStep = async (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  { from, stepSeconds }: { from: Date; stepSeconds: number },
) => {
  const { rows } = await sql<{ step: number; sent: bigint; delivered: bigint; failed: bigint }>`
    select greatest(0, floor(extract(epoch from at - ${from}::timestamptz) / ${stepSeconds}))::int as step,
           count(*) filter (where what = 'sent') as sent, count(*) filter (where what = 'delivered') as delivered,
           count(*) filter (where what = 'failed') as failed
      from message,
           lateral (values ('sent', sent_at), ('delivered', delivered_at), ('failed', failed_at)) event (what, at)
     where vendor_id = ${vendorId} and campaign_id = ${campaignId} and at is not null
     group by 1 order by 1`.execute(db)
  return rows
}
