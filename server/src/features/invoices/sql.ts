import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type CreatedFilter, directionOf, type Page } from '../../platform/http/pagination.ts'
import type { InvoiceStatus, InvoiceType } from './tables.ts'

export type InvoiceRow = Selectable<Tables['invoice']>
type NewInvoice = Omit<Insertable<Tables['invoice']>, 'vendor_id'>
type InvoiceChange = Updateable<Omit<Tables['invoice'], 'vendor_id' | 'id'>>

const ofInvoice = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('invoice').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

export const findInvoice = (db: Db, vendorId: VendorId, id: string) => ofInvoice(db, vendorId, id).executeTakeFirst()

export const lockInvoice = (tx: Tx, vendorId: VendorId, id: string) =>
  ofInvoice(tx, vendorId, id).forUpdate().executeTakeFirst()

export const findByPayment = (db: Db, vendorId: VendorId, gatewayPaymentId: string, type: InvoiceType) =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .where('type', '=', type)
    .executeTakeFirst()

export const listByPayment = (db: Db, vendorId: VendorId, gatewayPaymentId: string) =>
  db
    .selectFrom('invoice')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .orderBy('invoice_number')
    .execute()

interface Period {
  subscriptionId: string
  periodStart: Date
  periodEnd: Date
}

const inPeriod = (db: Db, vendorId: VendorId, { subscriptionId, periodStart, periodEnd }: Period) =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('period_start', '<', periodEnd)
    .where('period_end', '>', periodStart)
    .orderBy('period_start')
    .limit(1)

/** The open invoice of a period. The gateway's dates may differ slightly from the stored ones. */
export const lockOpen = (tx: Tx, vendorId: VendorId, period: Period) =>
  inPeriod(tx, vendorId, period).where('status', 'in', ['DRAFT', 'OVERDUE']).forUpdate().executeTakeFirst()

/** Matches exactly: after a plan change the paid invoice of a longer cycle may overlap the next period. */
export const findPaid = (db: Db, vendorId: VendorId, period: Period) =>
  inPeriod(db, vendorId, period)
    .where('period_start', '=', period.periodStart)
    .where('status', '=', 'PAID')
    .executeTakeFirst()

export const insertInvoice = (tx: Tx, vendorId: VendorId, invoice: NewInvoice) =>
  tx
    .insertInto('invoice')
    .values({ ...invoice, vendor_id: vendorId })
    .execute()

export const updateInvoice = (tx: Tx, vendorId: VendorId, id: string, change: InvoiceChange) =>
  tx.updateTable('invoice').set(change).where('vendor_id', '=', vendorId).where('id', '=', id).execute()

/** Sets the status of the subscription's open invoices and returns their number. */
export const setOpenStatus = async (
  tx: Tx,
  vendorId: VendorId,
  subscriptionId: string,
  from: readonly InvoiceStatus[],
  to: 'OVERDUE' | 'VOID',
) => {
  const result = await tx
    .updateTable('invoice')
    .set({ status: to })
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', 'in', from)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

interface InvoiceFilter extends CreatedFilter {
  type: InvoiceType | undefined
  status: InvoiceStatus | undefined
}

const invoicesOf = (db: Db, vendorId: VendorId, { type, status, createdFrom, createdBefore }: InvoiceFilter) =>
  db
    .selectFrom('invoice')
    .where('vendor_id', '=', vendorId)
    .$if(type !== undefined, (query) => query.where('type', '=', type as InvoiceType))
    .$if(status !== undefined, (query) => query.where('status', '=', status as InvoiceStatus))
    .$if(createdFrom !== undefined, (query) => query.where('created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore as Date))

/** The newest invoices with this text in their number. */
export const findByNumber = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  db
    .selectFrom('invoice')
    .select(['id', 'invoice_number as invoiceNumber'])
    .where('vendor_id', '=', vendorId)
    .where('invoice_number', 'ilike', containing(text))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listInvoices = (db: Db, vendorId: VendorId, filter: InvoiceFilter, page: Page) => {
  const { behind, order } = directionOf(page)
  return invoicesOf(db, vendorId, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) => query.where('id', behind, page.after as string))
    .orderBy('id', order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export const countInvoices = async (db: Db, vendorId: VendorId, filter: InvoiceFilter) => {
  const { count } = await invoicesOf(db, vendorId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
