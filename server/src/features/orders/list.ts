import { statusAt } from '../../domain/billing/payment-order.ts'
import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Page } from '../../platform/http/pagination.ts'
import * as sql from './sql.ts'

/** All orders of a vendor, newest first, with their status now. */
export async function listOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, page: Page) {
  const [rows, total] = await Promise.all([sql.listOrders(db, vendorId, page), sql.countOrders(db, vendorId)])
  const now = clock.now()
  const orders = rows.map((row) => ({
    id: row.id,
    type: row.type,
    status: statusAt(row, now),
    amountMinorUnit: toJsonInteger(row.amountMinorUnit),
    currency: row.currency,
    gatewayOrderId: row.gatewayOrderId,
    gatewayPaymentId: row.gatewayPaymentId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }))
  return { orders, total }
}
