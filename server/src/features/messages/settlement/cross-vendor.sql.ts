// A status update names a message before its vendor is known; the time-out finds silent messages of every vendor.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface MessageLocation {
  vendorId: VendorId
  id: string
}

export const findByWamid = async (db: Db, wamids: readonly string[]) => {
  const { rows } = await sql<MessageLocation & { wamid: string }>`
    select m.wamid, m.vendor_id as "vendorId", m.id
      from unnest(${wamids}::text[]) as n (wamid) join message m on m.wamid = n.wamid`.execute(db)
  return rows
}

/** Only messages whose provider id is not known yet. */
export const findByReference = async (db: Db, ids: readonly string[]) => {
  const { rows } = await sql<MessageLocation>`
    select m.vendor_id as "vendorId", m.id
      from unnest(${ids}::uuid[]) as n (id) join message m on m.id = n.id and m.wamid is null`.execute(db)
  return rows
}

export interface CampaignOfUpdate {
  wamid: string
  vendorId: VendorId
  campaignId: string
}

/** The campaigns of these messages, found by the provider's id, else by our id. */
export const findCampaigns = async (
  db: Db,
  callbacks: readonly { wamid: string; otherWamid: string; reference: string | null }[],
) => {
  const { rows } = await sql<CampaignOfUpdate>`
    select distinct n.wamid, m.vendor_id as "vendorId", m.campaign_id as "campaignId"
      from unnest(${callbacks.map(({ wamid }) => wamid)}::text[],
        ${callbacks.map(({ otherWamid }) => otherWamid)}::text[],
        ${callbacks.map(({ reference }) => reference)}::uuid[]) as n (wamid, other_wamid, reference), lateral (
        select x.vendor_id, x.campaign_id from message x where x.wamid in (n.wamid, n.other_wamid)
        union all
        select x.vendor_id, x.campaign_id from message x where x.id = n.reference and x.wamid is null) m
     where m.campaign_id is not null`.execute(db)
  return rows
}

/** Messages outside campaigns, of all vendors, that were due before an instant and have no status update. */
export const findSilentSingles = (db: Db, before: Date, limit: number): Promise<MessageLocation[]> =>
  db
    .selectFrom('message')
    .select(['vendor_id as vendorId', 'id'])
    .where('campaign_id', 'is', null)
    .where('settled_as', 'is', null)
    .where('status', 'in', ['SENT', 'UNKNOWN'])
    .where('due_at', '<=', before)
    .orderBy('due_at')
    .limit(limit)
    .execute()
