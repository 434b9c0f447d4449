import type { Insertable, Selectable, Updateable } from 'kysely'
import { OPEN_REFUND_STATUSES, type RefundStatus, sourcesOf } from '../../domain/billing/refund-request.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type {} from './tables.ts'

export type RequestRow = Selectable<Tables['refund_request']>
type NewRequest = Omit<Insertable<Tables['refund_request']>, 'vendor_id'>
type RequestChange = Updateable<Omit<Tables['refund_request'], 'vendor_id' | 'id' | 'status'>>

/** Undefined when a request is already open. */
export const insertRequest = (tx: Tx, vendorId: VendorId, request: NewRequest) =>
  tx
    .insertInto('refund_request')
    .values({ ...request, vendor_id: vendorId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findRequest = (db: Db, vendorId: VendorId, id: string) => one(db, vendorId, id).executeTakeFirst()

export const lockRequest = (tx: Tx, vendorId: VendorId, id: string) =>
  one(tx, vendorId, id).forUpdate().executeTakeFirstOrThrow()

const one = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('refund_request').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

/** Compare-and-set by the table of transitions; undefined when the request has moved on meanwhile. */
export const transitionRequest = (tx: Tx, vendorId: VendorId, id: string, to: RefundStatus, change: RequestChange) =>
  tx
    .updateTable('refund_request')
    .set({ ...change, status: to })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', sourcesOf(to))
    .returningAll()
    .executeTakeFirst()

export const addManualPayout = (tx: Tx, vendorId: VendorId, id: string, amount: bigint) =>
  tx
    .updateTable('refund_request')
    .set((eb) => ({ manual_payout_minor_unit: eb('manual_payout_minor_unit', '+', amount) }))
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** The caller holds the request's lock and has checked that it is allowed. */
export const markPaidOut = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  paidOut: Pick<RequestChange, 'paid_out_at' | 'paid_out_by' | 'paid_out_reference_cipher'>,
) =>
  tx
    .updateTable('refund_request')
    .set(paidOut)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('paid_out_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * When the vendor first requested a refund that the gateway then failed, so that the failure does not cost the
 * deadline.
 */
export const firstRequestedAt = async (db: Db, vendorId: VendorId, invoiceId: string) => {
  const { at } = await db
    .selectFrom('refund_request')
    .select((eb) => eb.fn.min('requested_at').as('at'))
    .where('vendor_id', '=', vendorId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'FAILED')
    .executeTakeFirstOrThrow()
  return at as Date | null
}

export const hasOpenInvoiceRequest = async (db: Db, vendorId: VendorId) => {
  const row = await db
    .selectFrom('refund_request')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', 'INVOICE')
    .where('status', 'in', OPEN_REFUND_STATUSES)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Requests that a payment for the plan still ends, because the gateway has not been called yet. */
export const lockRevocable = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  tx
    .selectFrom('refund_request')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.vendor_id', '=', 'refund_request.vendor_id')
        .onRef('invoice.id', '=', 'refund_request.invoice_id'),
    )
    .selectAll('refund_request')
    .where('refund_request.vendor_id', '=', vendorId)
    .where('invoice.subscription_id', '=', subscriptionId)
    .where('refund_request.status', 'in', sourcesOf('REJECTED'))
    .orderBy('refund_request.id')
    .forUpdate('refund_request')
    .execute()

/** Whether a first month was refunded to this vendor, or to another one with this GSTIN. */
export const hasFirstMonthRefund = async (db: Db, vendorId: VendorId, gstinHashes: readonly Buffer[]) => {
  const row = await db
    .selectFrom('refund_request')
    .select('id')
    .where('basis', '=', 'FIRST_MONTH')
    .where('status', 'in', ['APPROVED', 'PROCESSING', 'REFUNDED'])
    .where((eb) =>
      eb.or([eb('vendor_id', '=', vendorId), ...(gstinHashes.length > 0 ? [eb('gstin_hash', 'in', gstinHashes)] : [])]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many invoices of a vendor have been refunded, apart from one request. */
export const countEarlierRefunds = async (db: Db, vendorId: VendorId, id: string) => {
  const { count } = await countOf(db, vendorId)
    .where('status', '=', 'REFUNDED')
    .where('kind', '=', 'INVOICE')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Newest first. */
export const listRequests = (db: Db, vendorId: VendorId, page: Page) =>
  db
    .selectFrom('refund_request')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countRequests = async (db: Db, vendorId: VendorId) => {
  const { count } = await countOf(db, vendorId).executeTakeFirstOrThrow()
  return Number(count)
}

const countOf = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('refund_request')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
