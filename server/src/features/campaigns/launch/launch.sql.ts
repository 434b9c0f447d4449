import { type Insertable, sql, type Updateable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import '../tables.ts'

export type NewCampaign = Omit<Insertable<Tables['campaign']>, 'vendor_id'>
type CampaignChange = Omit<Updateable<Tables['campaign']>, 'vendor_id' | 'id'>

const withJsonColumns = <Row extends { components?: unknown; variables?: unknown; skipped?: unknown }>(row: Row) => ({
  ...row,
  ...('components' in row && { components: JSON.stringify(row.components) }),
  ...('variables' in row && { variables: JSON.stringify(row.variables) }),
  ...('skipped' in row && { skipped: JSON.stringify(row.skipped) }),
})

export const insertCampaign = (tx: Tx, vendorId: VendorId, campaign: NewCampaign) =>
  tx
    .insertInto('campaign')
    .values({ ...withJsonColumns(campaign), vendor_id: vendorId })
    .execute()

/** The caller holds the campaign's lock. */
export const updateCampaign = (tx: Tx, vendorId: VendorId, id: string, change: CampaignChange) =>
  tx
    .updateTable('campaign')
    .set(withJsonColumns(change))
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** A share lock like that of message claims: both run concurrently, while pausing or ending the campaign waits. */
export const shareCampaign = (tx: Tx, vendorId: VendorId, id: string) =>
  tx
    .selectFrom('campaign')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/** Serializes expansions of one campaign: the second waits and then sees the rows of the first. */
export const lockExpansion = (tx: Tx, vendorId: VendorId, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${vendorId} ${id}`}, 0))`.execute(tx)

export const markExpanded = (tx: Tx, vendorId: VendorId, id: string, now: Date) =>
  tx
    .updateTable('campaign')
    .set({ expanded_at: now, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('expanded_at', 'is', null)
    .execute()

export const hasOpenCampaigns = async (db: Db, vendorId: VendorId) => {
  const row = await db
    .selectFrom('campaign')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('billing_closed_at', 'is', null)
    .where('status', 'in', ['SCHEDULED', 'RUNNING', 'PAUSED'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Retry campaigns of this campaign. `isOpen`: not all of its messages are written yet. */
export const findRetryCampaigns = (db: Db, vendorId: VendorId, parentId: string) =>
  db
    .selectFrom('campaign')
    .select(['id', sql<boolean>`expanded_at is null and ended_at is null`.as('isOpen')])
    .where('vendor_id', '=', vendorId)
    .where('parent_campaign_id', '=', parentId)
    .execute()
