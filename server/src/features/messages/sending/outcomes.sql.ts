import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

/**
 * A status update may have arrived before the answer: its status stays, and only the provider's id is added. The lease
 * may have ended meanwhile; the answer then replaces UNKNOWN. One statement, which may be its own transaction.
 */
export const setSent = async (
  db: Db,
  vendorId: VendorId,
  sent: readonly { id: string; wamid: string }[],
  now: Date,
): Promise<void> => {
  await sql`${PREPARED}
    with answered_messages as (
      select m.id, a.wamid
        from message m
        join unnest(${sent.map(({ id }) => id)}::uuid[], ${sent.map(({ wamid }) => wamid)}::text[]) as a (id, wamid)
          on m.id = a.id
       where m.vendor_id = ${vendorId}
       order by m.id for update of m
    )
    update message m
       set wamid = coalesce(m.wamid, a.wamid),
           status = case when m.status in ('SENDING', 'UNKNOWN') then 'SENT' else m.status end,
           sent_at = coalesce(m.sent_at, ${now}),
           error_code = case when m.status in ('SENDING', 'UNKNOWN') then null else m.error_code end,
           sending_until = null
      from answered_messages a
     where m.vendor_id = ${vendorId} and m.id = a.id`.execute(db)
}

export const setUnknown = async (tx: Tx, vendorId: VendorId, ids: readonly string[]): Promise<void> => {
  await sql`update message set status = 'UNKNOWN', sending_until = null
             where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) and status = 'SENDING'`.execute(tx)
}

export interface RequeuedMessage {
  id: string
  retryCount: number
  dueAt: Date
  errorCode: string | null
}

/**
 * Requeues messages that were certainly not sent. A message that has become UNKNOWN meanwhile stays so, because its
 * campaign may have ended. Returns the cost of the messages outside campaigns, which hold money while in flight.
 */
export const requeueMessages = async (
  tx: Tx,
  vendorId: VendorId,
  messages: readonly RequeuedMessage[],
): Promise<bigint> => {
  const { rows } = await sql<{ held: bigint }>`
    with requeued_messages as (
      update message m
         set status = 'QUEUED', sending_until = null, leased_until = '-infinity', retry_count = b.retry_count,
             due_at = b.due_at, error_code = b.error_code
        from unnest(${messages.map(({ id }) => id)}::uuid[],
                    ${messages.map(({ retryCount }) => retryCount)}::smallint[],
                    ${messages.map(({ dueAt }) => dueAt)}::timestamptz[],
                    ${messages.map(({ errorCode }) => errorCode)}::text[])
               as b (id, retry_count, due_at, error_code)
       where m.vendor_id = ${vendorId} and m.id = b.id and m.status = 'SENDING'
      returning m.campaign_id, m.cost_minor_unit
    )
    select coalesce(sum(cost_minor_unit), 0)::bigint as held
      from requeued_messages where campaign_id is null`.execute(tx)
  return rows[0]?.held ?? 0n
}
