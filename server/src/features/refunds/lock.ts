import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { findInvoice } from '../invoices/find.ts'
import { lockPlan } from '../subscriptions/lifecycle/refunds.ts'
import * as sql from './sql.ts'

/**
 * Locks are taken in one order everywhere: wallet, plan, request. A payment for the plan holds the plan's lock when it
 * ends requests about it, so every change of a request locks the plan first.
 */
export async function lockWithPlan(tx: Tx, vendorId: VendorId, requestId: string): Promise<sql.RequestRow> {
  const request = await sql.findRequest(tx, vendorId, requestId)
  if (request?.invoice_id) await lockPlanOf(tx, vendorId, request.invoice_id)
  return sql.lockRequest(tx, vendorId, requestId)
}

export async function lockPlanOf(tx: Tx, vendorId: VendorId, invoiceId: string) {
  const invoice = await findInvoice(tx, vendorId, invoiceId)
  if (invoice?.subscriptionId) await lockPlan(tx, vendorId, invoice.subscriptionId)
}
