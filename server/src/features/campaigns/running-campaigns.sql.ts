import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { VariableMapping } from '../../domain/messaging/campaign-variables.ts'
import type { TemplateComponent } from '../../domain/template/template.ts'
import type { Db } from '../../platform/db/db.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import './tables.ts'

/** The content of a campaign's messages. It never changes after the launch. */
export interface CampaignContent {
  providerName: string
  language: string
  components: TemplateComponent[]
  mediaId: string | null
  variables: VariableMapping
}

/** A share lock: claims do not wait for each other, but pausing and cancelling wait for claims and claims for them. */
export const runningCampaignsForShare = (vendorId: VendorId, ids: readonly string[]): RawBuilder<{ id: string }> =>
  sql`select id from campaign
       where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'RUNNING' order by id for share`

export const findContents = async (db: Db, vendorId: VendorId, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string } & CampaignContent>`${PREPARED}
    select id, provider_name as "providerName", language, components, media_id as "mediaId", variables
      from campaign where vendor_id = ${vendorId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

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
