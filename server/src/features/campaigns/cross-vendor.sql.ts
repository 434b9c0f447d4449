// The sweep and the relay go through the campaigns of every vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import './tables.ts'

/** A page of the campaigns of all vendors whose billing is not closed. */
export const listOpenCampaigns = (db: Db, after: { vendorId: string; id: string } | undefined, limit: number) =>
  db
    .selectFrom('campaign')
    .selectAll()
    .where('billing_closed_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('vendor_id', 'id'), '>', tuple(after?.vendorId as VendorId, after?.id as string)),
      ),
    )
    .orderBy('vendor_id')
    .orderBy('id')
    .limit(limit)
    .execute()

const CAMPAIGNS_PER_VENDOR = 50

/** The recursive part skips from vendor to vendor through the index on running campaigns. */
export const listRunningByVendor = async (db: Db, afterVendor: VendorId | undefined, vendorsMax: number) => {
  const start = afterVendor === undefined ? sql`true` : sql`vendor_id > ${afterVendor}`
  const { rows } = await sql<{ vendorId: VendorId; campaignId: string }>`${PREPARED}
    with recursive vendors as (
      (select vendor_id, 1 as n from campaign where status = 'RUNNING' and ${start} order by vendor_id limit 1)
      union all
      select next.vendor_id, vendors.n + 1
        from vendors, lateral (
          select vendor_id from campaign
           where status = 'RUNNING' and vendor_id > vendors.vendor_id order by vendor_id limit 1
        ) next
       where vendors.n < ${vendorsMax}
    )
    select vendors.vendor_id as "vendorId", campaign.id as "campaignId"
      from vendors, lateral (
        select id, launched_at from campaign
         where vendor_id = vendors.vendor_id and status = 'RUNNING'
         order by launched_at, id limit ${CAMPAIGNS_PER_VENDOR}
      ) campaign
     order by vendors.n, campaign.launched_at, campaign.id`.execute(db)
  return rows
}

/** Whether any campaign does not have all its messages yet. */
export const hasUnfinishedExpansion = async (db: Db): Promise<boolean> => {
  const row = await db
    .selectFrom('campaign')
    .select('id')
    .where('status', 'in', ['RUNNING', 'PAUSED'])
    .where('expanded_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
