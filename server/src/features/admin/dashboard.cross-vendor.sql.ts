// Figures of the whole platform.

import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Whole days in UTC: `from` inclusive, `until` exclusive. */
export interface Days {
  from: Date
  until: Date
}

/** For operators: totals of all wallets, by currency. */
export const sumWallets = async (db: Db) => {
  const { rows } = await sql<{ currency: string; wallets: bigint; balance: bigint; bonus: bigint; reserved: bigint }>`
    select currency, count(*) as wallets, sum(balance_minor_unit)::bigint as balance,
           sum(bonus_balance_minor_unit)::bigint as bonus, sum(reserved_minor_unit)::bigint as reserved
      from wallet where head_sequence > 0 group by currency order by currency`.execute(db)
  return rows
}

/** For operators: vendors by status, and the work that waits for an operator. */
export const countWaiting = async (db: Db, { from, until }: Days) => {
  const { rows } = await sql<{
    vendors: bigint
    newVendors: bigint
    suspended: bigint
    closed: bigint
    openRefunds: bigint
    processingRefunds: bigint
    deadJobs: bigint
    flaggedWebhooks: bigint
    unplacedPayments: bigint
  }>`
    select (select count(*) from vendor) as vendors,
           (select count(*) from vendor where created_at >= ${from} and created_at < ${until}) as "newVendors",
           (select count(*) from vendor where status = 'SUSPENDED') as suspended,
           (select count(*) from vendor where status = 'CLOSED') as closed,
           (select count(*) from refund_request where status = 'REQUESTED') as "openRefunds",
           (select count(*) from refund_request where status in ('APPROVED', 'PROCESSING')) as "processingRefunds",
           (select count(*) from dead_letter where kind = 'JOB' and replayed_at is null and closed_at is null) as "deadJobs",
           (select count(*) from dead_letter
             where kind = 'WEBHOOK' and replayed_at is null and closed_at is null) as "flaggedWebhooks",
           (select count(*) from unplaced_payment where state = 'UNPLACED') as "unplacedPayments"
  `.execute(db)
  return rows[0] ?? Promise.reject(new Error('counts always come'))
}

/** For operators: money by day, in rupees, GST included. */
export const dailyMoney = async (db: Db, { from, until }: Days) => {
  const { rows } = await sql<{
    day: string
    recharge: bigint
    subscription: bigint
    setup: bigint
    refund: bigint
    vendors: bigint
  }>`
    with days as (
      select d as start, d + interval '24 hours' as until
        from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '24 hours', interval '24 hours') d
    ), paid_invoices as (
      select date_bin('24 hours', paid_at, ${from}::timestamptz) as start, type, sum(total_inr_paise) as paise
        from invoice where paid_at >= ${from} and paid_at < ${until} group by 1, 2
    ), issued_credit_notes as (
      select date_bin('24 hours', issued_at, ${from}::timestamptz) as start, sum(total_inr_paise) as paise
        from credit_note where issued_at >= ${from} and issued_at < ${until} group by 1
    ), new_vendors as (
      select date_bin('24 hours', created_at, ${from}::timestamptz) as start, count(*) as vendors
        from vendor where created_at >= ${from} and created_at < ${until} group by 1
    )
    select to_char(days.start at time zone 'UTC', 'YYYY-MM-DD') as day,
           coalesce(sum(paid_invoices.paise) filter (where paid_invoices.type = 'WALLET_RECHARGE'), 0)::bigint as recharge,
           coalesce(sum(paid_invoices.paise) filter (where paid_invoices.type = 'SUBSCRIPTION'), 0)::bigint as subscription,
           coalesce(sum(paid_invoices.paise) filter (where paid_invoices.type = 'SETUP'), 0)::bigint as setup,
           coalesce(max(issued_credit_notes.paise), 0)::bigint as refund,
           coalesce(max(new_vendors.vendors), 0)::bigint as vendors
      from days
      left join paid_invoices using (start)
      left join issued_credit_notes using (start)
      left join new_vendors using (start)
     group by days.start order by days.start`.execute(db)
  return rows
}

/** For operators: what is being sent, and what was launched in a period. */
export const countMessaging = async (db: Db, { from, until }: Days) => {
  const { rows } = await sql<
    Record<
      'scheduled' | 'running' | 'paused' | 'unclosed' | 'launched' | 'recipients' | 'queued' | 'sending' | 'unknown',
      bigint
    >
  >`
    select (select count(*) from campaign where billing_closed_at is null and status = 'SCHEDULED') as scheduled,
           (select count(*) from campaign where billing_closed_at is null and status = 'RUNNING') as running,
           (select count(*) from campaign where billing_closed_at is null and status = 'PAUSED') as paused,
           (select count(*) from campaign where billing_closed_at is null and ended_at is not null) as unclosed,
           count(*) as launched, coalesce(sum(recipients), 0) as recipients,
           (select count(*) from message where status = 'QUEUED') as queued,
           (select count(*) from message where status = 'SENDING') as sending,
           (select count(*) from message where status = 'UNKNOWN') as unknown
      from campaign where launched_at >= ${from} and launched_at < ${until}`.execute(db)
  return rows[0] ?? Promise.reject(new Error('counts always come'))
}
