// Operators watch the platform as a whole.

import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface Backlog {
  /** Null when nothing is due. */
  outboxSince: Date | null
  gatewaySince: Date | null
  providerSince: Date | null
  deadLetters: number
  unmatchedPayments: number
  approvals: number
}

/**
 * What waits now. It is read every few seconds while the backlog may be large: the recursive part skips from vendor to
 * vendor through the index, and received webhooks have a partial index of their own.
 */
export const readBacklog = async (db: Db, now: Date): Promise<Backlog> => {
  const { rows } = await sql<Backlog>`
    with recursive vendors as (
      (select vendor_id from outbox_event order by vendor_id limit 1)
      union all
      select next.vendor_id
        from vendors, lateral (
          select vendor_id from outbox_event where vendor_id > vendors.vendor_id order by vendor_id limit 1
        ) next
    ), oldest_events as (
      select oldest.due_at
        from vendors, lateral (
          select due_at from outbox_event where vendor_id = vendors.vendor_id order by due_at limit 1
        ) oldest
       where oldest.due_at <= ${now}
    ), waiting_webhooks as (
      select source, received_at from webhook_inbox where status = 'RECEIVED'
    )
    select (select min(due_at) from oldest_events) as "outboxSince",
           (select min(received_at) from waiting_webhooks where source = 'GATEWAY') as "gatewaySince",
           (select min(received_at) from waiting_webhooks where source = 'PROVIDER') as "providerSince",
           (select count(*)::int from dead_letter where replayed_at is null and closed_at is null) as "deadLetters",
           (select count(*)::int from unplaced_payment where state = 'UNPLACED') as "unmatchedPayments",
           (select count(*)::int from approval where status = 'PENDING') as "approvals"`.execute(db)
  return rows[0] as Backlog
}
