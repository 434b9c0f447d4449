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
  traceparent: string | null
}

/** A share lock: claims do not wait for each other, but pausing and cancelling wait for claims and claims for them. */
export const runningCampaignsForShare = (vendorId: VendorId, ids: readonly string[]): RawBuilder<{ id: string }> =>
  sql`select id from campaign
       where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'RUNNING' order by id for share`

export const findContents = async (db: Db, vendorId: VendorId, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string } & CampaignContent>`${PREPARED}
    select id, provider_name as "providerName", language, components, media_id as "mediaId", variables, traceparent
      from campaign where vendor_id = ${vendorId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

export const findTraceparents = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  db
    .selectFrom('campaign')
    .select('traceparent')
    .where('vendor_id', '=', vendorId)
    .where('id', 'in', ids)
    .where('traceparent', 'is not', null)
    .execute()
