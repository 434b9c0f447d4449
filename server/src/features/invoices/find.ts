import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { openParties } from './parties.ts'
import * as sql from './sql.ts'
import type { InvoiceType } from './tables.ts'

/** An invoice as other slices see it. */
export type Invoice = ReturnType<typeof invoiceOf>

export async function findInvoice(db: Db, vendorId: VendorId, id: string): Promise<Invoice | undefined> {
  const row = await sql.findInvoice(db, vendorId, id)
  return row && invoiceOf(row)
}

export async function findInvoiceOfPayment(db: Db, vendorId: VendorId, gatewayPaymentId: string, type: InvoiceType) {
  const row = await sql.findByPayment(db, vendorId, gatewayPaymentId, type)
  return row && invoiceOf(row)
}

/** The invoices of one payment, ordered by number. */
export const listInvoiceIdsOfPayment = async (
  db: Db,
  vendorId: VendorId,
  gatewayPaymentId: string,
): Promise<string[]> => (await sql.listByPayment(db, vendorId, gatewayPaymentId)).map(({ id }) => id)

/** The customer's GSTIN at the time of the invoice. Null also without such an invoice. */
export async function readGstinOnInvoice(deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, id: string) {
  const row = await sql.findInvoice(db, vendorId, id)
  return row ? openParties(await deps.keyring.booksOf(db, vendorId), row.parties_cipher).customer.gstin : null
}

const invoiceOf = (row: sql.InvoiceRow) => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  type: row.type,
  status: row.status,
  totalMinorUnit: row.total_minor_unit,
  refundedMinorUnit: row.refunded_minor_unit,
  currency: row.currency,
  issuedAt: row.issued_at,
  gatewayPaymentId: row.gateway_payment_id,
  subscriptionId: row.subscription_id,
})
