// Counts the messages waiting before a campaign, of every vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

/** Queued messages of these campaigns by vendor. At most `max` are counted for each campaign. */
export const countQueued = async (
  db: Db,
  campaigns: readonly { vendorId: VendorId; campaignId: string }[],
  max: number,
) => {
  const { rows } = await sql<{ vendorId: VendorId; count: number }>`
    select c.vendor_id as "vendorId", sum(queued_messages.count)::int as count
      from unnest(${campaigns.map(({ vendorId }) => vendorId)}::uuid[],
                  ${campaigns.map(({ campaignId }) => campaignId)}::uuid[]) as c (vendor_id, campaign_id)
     cross join lateral (
       select count(*) as count from (
         select from message m
          where m.vendor_id = c.vendor_id and m.campaign_id = c.campaign_id and m.status = 'QUEUED' limit ${max}
       ) m
     ) queued_messages
     group by c.vendor_id`.execute(db)
  return rows
}
