// The gateway or an operator names a payment, which may belong to no known vendor.

import { type Generated, type Selectable, sql } from 'kysely'
import type { PaymentRefundStatus, UnmatchedState } from '../../../domain/billing/unmatched-payment.ts'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Page } from '../../../platform/http/pagination.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    unplaced_payment: {
      id: string
      gateway_payment_id: string
      vendor_id: VendorId | null
      order_id: string | null
      gateway_order_id: string | null
      amount_minor_unit: bigint
      currency: string
      reason: string
      state: Generated<UnmatchedState>
      arrived_at: Date
      decided_by: AccountId | null
      closed_at: Date | null
      credited_vendor_id: VendorId | null
    }
    unplaced_payment_refund: {
      id: string
      payment_id: string
      amount_minor_unit: bigint
      status: Generated<PaymentRefundStatus>
      gateway_refund_id: string | null
      requested_by: AccountId | null
      failure: string | null
      created_at: Date
      settled_at: Date | null
    }
  }
}

export type UnmatchedRow = Selectable<Tables['unplaced_payment']>
export type PaymentRefundRow = Selectable<Tables['unplaced_payment_refund']>

/** Serialises the settlement of a payment, even before it has a row to lock. */
export const lockPayment = (tx: Tx, gatewayPaymentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${gatewayPaymentId}`}, 0))`.execute(tx)

/** Undefined when the payment has already been recorded. */
export const insertUnmatched = (
  tx: Tx,
  payment: Pick<
    UnmatchedRow,
    | 'id'
    | 'gateway_payment_id'
    | 'vendor_id'
    | 'order_id'
    | 'gateway_order_id'
    | 'amount_minor_unit'
    | 'currency'
    | 'reason'
    | 'arrived_at'
  >,
) =>
  tx
    .insertInto('unplaced_payment')
    .values(payment)
    .onConflict((conflict) => conflict.constraint('unplaced_payment_payment_unique').doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockUnmatched = (tx: Tx, gatewayPaymentId: string) =>
  tx
    .selectFrom('unplaced_payment')
    .selectAll()
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .forUpdate()
    .executeTakeFirst()

export const lockUnmatchedById = (tx: Tx, id: string) =>
  tx.selectFrom('unplaced_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateUnmatched = (
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      UnmatchedRow,
      'vendor_id' | 'order_id' | 'reason' | 'state' | 'decided_by' | 'closed_at' | 'credited_vendor_id'
    >
  >,
) => tx.updateTable('unplaced_payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export interface UnmatchedFilter {
  state: UnmatchedState | undefined
  vendorId: VendorId | undefined
  gatewayPaymentId: string | undefined
}

/** For operators: newest first, with the company's name. */
export const listUnmatched = (db: Db, filter: UnmatchedFilter, page: Page) =>
  withVendor(matching(db, filter))
    .$if(page.after !== undefined, (query) => query.where('unplaced_payment.id', '<', page.after as string))
    .orderBy('unplaced_payment.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** For operators. */
export const findUnmatched = (db: Db, id: string) =>
  withVendor(db.selectFrom('unplaced_payment').where('unplaced_payment.id', '=', id)).executeTakeFirst()

/** For operators. */
export const countUnmatched = async (db: Db, filter: UnmatchedFilter) => {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, { state, vendorId, gatewayPaymentId }: UnmatchedFilter) =>
  db
    .selectFrom('unplaced_payment')
    .$if(state !== undefined, (query) => query.where('unplaced_payment.state', '=', state as UnmatchedState))
    .$if(vendorId !== undefined, (query) => query.where('unplaced_payment.vendor_id', '=', vendorId as VendorId))
    .$if(gatewayPaymentId !== undefined, (query) =>
      query.where('unplaced_payment.gateway_payment_id', '=', gatewayPaymentId as string),
    )

const withVendor = (payments: ReturnType<typeof matching>) =>
  payments
    .leftJoin('vendor', 'vendor.id', 'unplaced_payment.vendor_id')
    .selectAll('unplaced_payment')
    .select('vendor.company_name as companyName')

export const insertRefund = (
  tx: Tx,
  refund: Pick<PaymentRefundRow, 'id' | 'payment_id' | 'amount_minor_unit' | 'requested_by' | 'created_at'> &
    Partial<Pick<PaymentRefundRow, 'status' | 'gateway_refund_id' | 'settled_at'>>,
) => tx.insertInto('unplaced_payment_refund').values(refund).execute()

export const listRefunds = (db: Db, paymentIds: readonly string[]) =>
  db.selectFrom('unplaced_payment_refund').selectAll().where('payment_id', 'in', paymentIds).orderBy('id').execute()

/** Settled refunds do not change. The caller holds the lock of the payment's row. */
export const moveRefund = (
  tx: Tx,
  id: string,
  change: Partial<Pick<PaymentRefundRow, 'status' | 'gateway_refund_id' | 'failure' | 'settled_at'>>,
) =>
  tx
    .updateTable('unplaced_payment_refund')
    .set(change)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
