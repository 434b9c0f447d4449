import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type SubscriptionRow = Selectable<Tables['subscription']>
export type NewSubscription = Omit<Insertable<Tables['subscription']>, 'vendor_id'>
export type SubscriptionChange = Omit<Updateable<Tables['subscription']>, 'vendor_id' | 'id' | 'created_at'>

/** The live subscription if there is one, otherwise the one cancelled last. */
const LATEST_FIRST = sql`status = 'CANCELLED', created_at desc, id desc`

const latest = (db: Db, vendorId: VendorId) =>
  db.selectFrom('subscription').selectAll().where('vendor_id', '=', vendorId).orderBy(LATEST_FIRST).limit(1)

export const findLatest = (db: Db, vendorId: VendorId) => latest(db, vendorId).executeTakeFirst()

export type SubscriptionStateRow = Pick<
  SubscriptionRow,
  'billing_cycle_end' | 'past_due_at' | 'cancel_at_cycle_end' | 'cancelled_at' | 'trial_until'
>

/**
 * Whether the vendor is suspended, and the columns that determine the status of its latest subscription. Read before
 * every batch of messages.
 */
export const findSendingState = async (db: Db, vendorId: VendorId) => {
  const { rows } = await sql<
    { is_suspended: boolean } & { [Key in keyof SubscriptionStateRow]: SubscriptionStateRow[Key] | null }
  >`${PREPARED}
    select vendor.status = 'SUSPENDED' as is_suspended, billing_cycle_end, past_due_at, cancel_at_cycle_end,
           cancelled_at, trial_until
      from vendor left join lateral (
        select billing_cycle_end, past_due_at, cancel_at_cycle_end, cancelled_at, trial_until
          from subscription where vendor_id = ${vendorId}
         order by ${LATEST_FIRST} limit 1) latest on true
     where vendor.id = ${vendorId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { is_suspended: isSuspended, billing_cycle_end, cancel_at_cycle_end, ...rest } = row
  const subscription: SubscriptionStateRow | undefined =
    billing_cycle_end === null
      ? undefined
      : { ...rest, billing_cycle_end, cancel_at_cycle_end: cancel_at_cycle_end === true }
  return { isSuspended, subscription }
}

export const lockLatest = (tx: Tx, vendorId: VendorId) => latest(tx, vendorId).forUpdate().executeTakeFirst()

export const findSubscription = (db: Db, vendorId: VendorId, id: string) =>
  one(db, vendorId, id).executeTakeFirstOrThrow()

export const lockSubscription = (tx: Tx, vendorId: VendorId, id: string) =>
  one(tx, vendorId, id).forUpdate().executeTakeFirstOrThrow()

const one = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('subscription').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

/** Undefined when the vendor has a live one: of two concurrent inserts one succeeds. */
export const insertSubscription = (tx: Tx, vendorId: VendorId, subscription: NewSubscription) =>
  tx
    .insertInto('subscription')
    .values({ ...subscription, vendor_id: vendorId })
    .onConflict((conflict) => conflict.column('vendor_id').where('status', '<>', 'CANCELLED').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateSubscription = (tx: Tx, vendorId: VendorId, id: string, change: SubscriptionChange) =>
  tx
    .updateTable('subscription')
    .set(change)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const hasPaidSetup = async (db: Db, vendorId: VendorId) => {
  const row = await db
    .selectFrom('subscription')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('is_set_up', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True when the payment is new. */
export const insertCycle = async (
  tx: Tx,
  vendorId: VendorId,
  cycle: Omit<Insertable<Tables['subscription_cycle']>, 'vendor_id'>,
) => {
  const inserted = await tx
    .insertInto('subscription_cycle')
    .values({ ...cycle, vendor_id: vendorId })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'payment_id']).doNothing())
    .returning('payment_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const isPaymentApplied = async (db: Db, vendorId: VendorId, paymentId: string) => {
  const row = await db
    .selectFrom('subscription_cycle')
    .select('payment_id')
    .where('vendor_id', '=', vendorId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row !== undefined
}

export const findFirstCycle = (db: Db, vendorId: VendorId, subscriptionId: string) =>
  db
    .selectFrom('subscription_cycle')
    .select('payment_id as paymentId')
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('period_start')
    .limit(1)
    .executeTakeFirst()

/** Whether a paid cycle covers this time. A cycle that an upgrade replaced covers none. */
export const isCyclePaid = async (db: Db, vendorId: VendorId, subscriptionId: string, at: Date) => {
  const row = await db
    .selectFrom('subscription_cycle')
    .select('payment_id')
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('worth_paise', '>', 0n)
    .where('period_start', '<=', at)
    .where('period_end', '>', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const insertFailure = (tx: Tx, vendorId: VendorId, subscriptionId: string, at: Date) =>
  tx
    .insertInto('subscription_failure')
    .values({ vendor_id: vendorId, subscription_id: subscriptionId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteFailures = (tx: Tx, vendorId: VendorId, subscriptionId: string, before: Date) =>
  tx
    .deleteFrom('subscription_failure')
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('at', '<', before)
    .execute()

export const firstFailure = async (db: Db, vendorId: VendorId, subscriptionId: string) => {
  const { at } = await db
    .selectFrom('subscription_failure')
    .select((eb) => eb.fn.min('at').as('at'))
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return at as Date | null
}
