// Operators see the discrepancies of all vendors.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { CallbackStatus, MessageStatus, SettledAs } from '../../../domain/messaging/settlement.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export interface DiscrepancyRow {
  id: bigint
  vendorId: VendorId
  companyName: string
  messageId: string
  campaignId: string | null
  reportedStatus: Exclude<CallbackStatus, 'sent'>
  errorCode: string | null
  reportedAt: Date
  receivedAt: Date
  status: MessageStatus
  settledAs: SettledAs | null
  costMinorUnit: bigint
  currency: string
}

/** For all vendors, newest first. */
export const listDiscrepancies = async (db: Db, { after, limit, offset }: Page): Promise<DiscrepancyRow[]> => {
  const { rows } = await sql<DiscrepancyRow>`
    select c.id, c.vendor_id as "vendorId", v.company_name as "companyName", c.message_id as "messageId",
           m.campaign_id as "campaignId", c.status as "reportedStatus", c.error_code as "errorCode",
           c.happened_at as "reportedAt", c.noted_at as "receivedAt", m.status, m.settled_as as "settledAs",
           m.cost_minor_unit as "costMinorUnit", w.currency
      from message_conflict c
      join message m on m.vendor_id = c.vendor_id and m.id = c.message_id
      join vendor v on v.id = c.vendor_id
      join wallet w on w.vendor_id = c.vendor_id
     where ${after === undefined ? sql`true` : sql`c.id < ${after}::bigint`}
     order by c.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countDiscrepancies = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from message_conflict`.execute(db)
  return rows[0]?.count ?? 0
}
