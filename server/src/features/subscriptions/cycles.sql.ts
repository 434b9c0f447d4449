import { sql } from 'kysely'
import { OPEN_REFUND_STATUSES, type ValueMovedTo } from '../../domain/billing/refund-request.ts'
import type { VendorId } from '../../domain/ids.ts'
import { refundedBase } from '../../domain/invoicing/gst.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import './tables.ts'

export interface PaidCycle {
  paymentId: string
  start: Date
  end: Date
  /** Before GST, including what has been refunded since. */
  worthPaise: bigint
  /** Before GST. */
  refundedPaise: bigint
}

/** Counts as refunded from the moment the gateway may have been asked until it reports a failure. */
const REFUNDED = sql`
  select coalesce(sum(payout.amount_minor_unit), 0)
    from refund_payout payout
    join refund_request request on request.vendor_id = payout.vendor_id and request.id = payout.request_id
   where payout.vendor_id = invoice.vendor_id and payout.invoice_id = invoice.id and payout.status <> 'FAILED'
     and request.status in ('PROCESSING', 'REFUNDED')`

/** Paid cycles that have not ended yet. */
export const listUnfinishedCycles = async (
  db: Db,
  vendorId: VendorId,
  subscriptionId: string,
  now: Date,
): Promise<PaidCycle[]> => {
  const { rows } = await sql<
    Omit<PaidCycle, 'refundedPaise'> & { refunded: string; gst: bigint | null; total: bigint | null }
  >`
    select cycle.payment_id as "paymentId", cycle.period_start as start, cycle.period_end as "end",
           cycle.worth_paise as "worthPaise", invoice.gst_amount_minor_unit as gst, invoice.total_minor_unit as total,
           (${REFUNDED})::text as refunded
      from subscription_cycle cycle
      left join invoice on invoice.vendor_id = cycle.vendor_id and invoice.type = 'SUBSCRIPTION'
       and invoice.gateway_payment_id = cycle.payment_id
     where cycle.vendor_id = ${vendorId} and cycle.subscription_id = ${subscriptionId} and cycle.period_end > ${now}
     order by cycle.period_start`.execute(db)
  return rows.map(({ gst, total, refunded, ...cycle }) => ({
    ...cycle,
    refundedPaise:
      gst === null || total === null
        ? 0n
        : refundedBase({ gstMinorUnit: gst, totalMinorUnit: total }, BigInt(refunded)),
  }))
}

/** The total refunded of a subscription, GST included. */
export const sumRefunded = async (db: Db, vendorId: VendorId, subscriptionId: string): Promise<bigint> => {
  const { rows } = await sql<{ refunded: string }>`
    select coalesce(sum((${REFUNDED})), 0)::text as refunded
      from invoice
     where invoice.vendor_id = ${vendorId} and invoice.subscription_id = ${subscriptionId}
       and invoice.type = 'SUBSCRIPTION'`.execute(db)
  return BigInt(rows[0]?.refunded ?? 0)
}

/** After a downgrade, the excess over the smaller plan's price has been returned as bonus. */
export const setCycleWorth = (tx: Tx, vendorId: VendorId, paymentId: string, worthPaise: bigint) =>
  tx
    .updateTable('subscription_cycle')
    .set({ worth_paise: worthPaise, value_moved_to: 'BONUS' })
    .where('vendor_id', '=', vendorId)
    .where('payment_id', '=', paymentId)
    .execute()

/** After an upgrade, the remaining paid time is part of the new cycle. */
export const replaceUnfinishedCycles = (tx: Tx, vendorId: VendorId, subscriptionId: string, now: Date) =>
  tx
    .updateTable('subscription_cycle')
    .set({ worth_paise: 0n, value_moved_to: 'NEW_CYCLE' })
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('period_end', '>', now)
    .execute()

/** The start of the newest cycle that has begun and was not replaced by an upgrade. */
export const findCurrentCycleStart = async (db: Db, vendorId: VendorId, subscriptionId: string, now: Date) => {
  const { start } = await db
    .selectFrom('subscription_cycle')
    .select((eb) => eb.fn.max('period_start').as('start'))
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('worth_paise', '>', 0n)
    .where('period_start', '<=', now)
    .executeTakeFirstOrThrow()
  return start as Date | null
}

/** The cycle that a payment bought: where its value went, and whether the plan was paid for again since. */
export const findCycleByPayment = async (db: Db, vendorId: VendorId, paymentId: string) => {
  const { rows } = await sql<{ movedTo: ValueMovedTo | null; isPaidAgain: boolean }>`
    select cycle.value_moved_to as "movedTo",
           exists (select from subscription_cycle later
                    where later.vendor_id = cycle.vendor_id and later.subscription_id = cycle.subscription_id
                      and later.payment_id <> cycle.payment_id and later.created_at >= cycle.created_at)
             as "isPaidAgain"
      from subscription_cycle cycle
     where cycle.vendor_id = ${vendorId} and cycle.payment_id = ${paymentId}`.execute(db)
  return rows[0]
}

/** A request to refund an invoice that is still open. */
export const findOpenRefund = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('refund_request')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', 'INVOICE')
    .where('status', 'in', OPEN_REFUND_STATUSES)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
