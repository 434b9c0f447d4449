import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { CallbackStatus, MessageStatus, SettledAs } from '../../../domain/messaging/settlement.ts'
import type { Category } from '../../../domain/money/pricing.ts'
import type { Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

/*
 * Every statement here finds rows by their full unique key, one look-up each. The planner needs no statistics for a
 * unique key, and a message table that was filled a minute ago has none.
 */

export interface MessageRow {
  id: string
  campaignId: string | null
  category: Category
  costMinorUnit: bigint
  status: MessageStatus
  settledAs: SettledAs | null
  isCounted: boolean
  retryCount: number
  wamid: string | null
  errorCode: string | null
  sentAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
  failedAt: Date | null
}

/** Locks in the order of the ids, as every transaction does, so that none deadlock. */
export const lockMessages = async (tx: Tx, vendorId: VendorId, ids: readonly string[]) => {
  const { rows } = await sql<MessageRow>`
    select m.id, m.campaign_id as "campaignId", m.category, m.cost_minor_unit as "costMinorUnit", m.status,
        m.settled_as as "settledAs", m.is_counted as "isCounted", m.retry_count as "retryCount", m.wamid,
        m.error_code as "errorCode", m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt",
        m.failed_at as "failedAt"
      from unnest(${[...new Set(ids)].sort()}::uuid[]) as n (id), lateral (
        select * from message x where x.vendor_id = ${vendorId} and x.id = n.id for no key update) m`.execute(tx)
  return rows
}

export const updateMessages = async (tx: Tx, vendorId: VendorId, rows: readonly MessageRow[]) => {
  const all = <T>(pick: (row: MessageRow) => T) => rows.map(pick)
  // The vendor is passed as a column: with a constant the planner may scan all messages of the vendor.
  await sql`
    update message m
       set status = c.status, settled_as = c.settled_as, is_counted = c.is_counted, cost_minor_unit = c.cost_minor_unit,
           wamid = c.wamid, error_code = c.error_code, sent_at = c.sent_at, delivered_at = c.delivered_at,
           read_at = c.read_at, failed_at = c.failed_at
      from unnest(${all(() => vendorId)}::uuid[], ${all(({ id }) => id)}::uuid[], ${all(({ status }) => status)}::text[],
        ${all(({ settledAs }) => settledAs)}::text[], ${all(({ isCounted }) => isCounted)}::boolean[],
        ${all(({ costMinorUnit }) => costMinorUnit)}::bigint[], ${all(({ wamid }) => wamid)}::text[],
        ${all(({ errorCode }) => errorCode)}::text[], ${all(({ sentAt }) => sentAt)}::timestamptz[],
        ${all(({ deliveredAt }) => deliveredAt)}::timestamptz[], ${all(({ readAt }) => readAt)}::timestamptz[],
        ${all(({ failedAt }) => failedAt)}::timestamptz[])
        as c (vendor_id, id, status, settled_as, is_counted, cost_minor_unit, wamid, error_code, sent_at, delivered_at,
          read_at, failed_at)
     where m.vendor_id = c.vendor_id and m.id = c.id`.execute(tx)
}

export interface Discrepancy {
  messageId: string
  status: CallbackStatus
  errorCode: string | null
  at: Date
}

export const insertDiscrepancies = async (
  tx: Tx,
  vendorId: VendorId,
  discrepancies: readonly Discrepancy[],
  now: Date,
) => {
  await sql`
    insert into message_conflict (vendor_id, message_id, status, error_code, happened_at, noted_at)
    select ${vendorId}, message_id, status, error_code, happened_at, ${now}
      from unnest(${discrepancies.map(({ messageId }) => messageId)}::uuid[], ${discrepancies.map(({ status }) => status)}::text[],
        ${discrepancies.map(({ errorCode }) => errorCode)}::text[], ${discrepancies.map(({ at }) => at)}::timestamptz[])
        as c (message_id, status, error_code, happened_at)
    on conflict do nothing`.execute(tx)
}

/** Free service messages that the vendor has used in a month. Read and written under the wallet's lock. */
export const findFreeUsed = async (tx: Tx, vendorId: VendorId, month: string): Promise<number> => {
  const row = await tx
    .selectFrom('service_allowance')
    .select('used')
    .where('vendor_id', '=', vendorId)
    .where('month', '=', sql<Date>`${month}::date`)
    .executeTakeFirst()
  return row?.used ?? 0
}

export const setFreeUsed = async (tx: Tx, vendorId: VendorId, month: string, used: number) => {
  await sql`
    insert into service_allowance (vendor_id, month, used) values (${vendorId}, ${month}::date, ${used})
    on conflict (vendor_id, month) do update set used = excluded.used`.execute(tx)
}

/** Messages that the provider accepted and never reported on. The caller books their money and conversations. */
export const captureAccepted = async (tx: Tx, vendorId: VendorId, campaignId: string) => {
  const { rows } = await sql<{ count: bigint; costMinorUnit: bigint }>`
    with accepted_messages as (
      update message
         set settled_as = 'CAPTURED', is_counted = true, status = 'SENT', sending_until = null
       where vendor_id = ${vendorId} and campaign_id = ${campaignId} and settled_as is null
         and status in ('SENT', 'UNKNOWN') and wamid is not null
      returning cost_minor_unit
    )
    select count(*) as count, coalesce(sum(cost_minor_unit), 0)::bigint as "costMinorUnit"
      from accepted_messages`.execute(tx)
  const { count, costMinorUnit } = rows[0] as (typeof rows)[number]
  return { count: Number(count), costMinorUnit }
}

/** Locks messages of unknown outcome, so that an answer that arrives now waits and then sees the decision. */
export const lockUnknown = async (tx: Tx, vendorId: VendorId, campaignId: string, limit: number) => {
  const rows = await tx
    .selectFrom('message')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'UNKNOWN')
    .where('wamid', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
