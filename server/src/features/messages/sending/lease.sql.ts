import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/**
 * Makes messages that are still queued available to the relay at once, and resets the relay places of their campaigns.
 */
export const releaseLeases = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) => {
  await sql`
    with queued_messages as materialized (
      select id, campaign_id from message
       where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'QUEUED'
    ), reset_places as (
      delete from relay_place
       where vendor_id = ${vendorId} and campaign_id in (select campaign_id from queued_messages)
    )
    update message m set leased_until = '-infinity' from queued_messages queued
     where m.vendor_id = ${vendorId} and m.id = queued.id and m.campaign_id is null and m.status = 'QUEUED'`.execute(tx)
}

/** For a campaign of which nothing will be leased again. */
export const deleteRelayPlace = async (tx: Tx, vendorId: VendorId, campaignId: string) => {
  await sql`delete from relay_place where vendor_id = ${vendorId} and campaign_id = ${campaignId}`.execute(tx)
}
