import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import { countCampaigns } from '../campaigns/reports/read-campaign.ts'
import { listInvoicesOf } from '../invoices/find.ts'
import { readSubscription } from '../subscriptions/lifecycle/current.ts'
import { present } from '../subscriptions/present.ts'
import { hasLeft } from '../vendors/close.ts'
import { isMessagingOn } from '../vendors/messaging.ts'
import { showBalance } from '../wallet/read.ts'
import { verifyLedger } from '../wallet/verify.ts'
import * as sql from './vendor.sql.ts'

/** One vendor as operators see it: who it is, its plan, its wallet, and how much of everything it has. */
export async function readVendor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, id: string) {
  const { db } = deps
  const now = deps.clock.now()
  const found = await knownVendor(db, id)
  const [subscription, wallet, counts, campaigns] = await Promise.all([
    readSubscription(db, found.id, now),
    showBalance(db, found.id),
    sql.countRows(db, found.id),
    countCampaigns(db, found.id),
  ])
  const { messagingUntil, ...vendor } = found
  return {
    ...vendor,
    messagingEnabled: isMessagingOn({ ...vendor, messagingUntil }, now),
    createdAt: vendor.createdAt.toISOString(),
    subscription: subscription ? await present(deps, db, subscription, now) : null,
    wallet,
    campaigns: { byStatus: campaigns, heldMinorUnit: wallet.reservedMinorUnit },
    counts,
  }
}

/** Recomputes the vendor's ledger from its first row. */
export const proveLedger = async ({ db }: Pick<Deps, 'db'>, id: string) =>
  verifyLedger(db, (await knownVendor(db, id)).id)

/** What it was billed, as an operator needs it to open a refund. */
export async function listVendorInvoices({ db }: Pick<Deps, 'db'>, id: string, slice: Slice) {
  const { invoices, total } = await listInvoicesOf(db, (await knownVendor(db, id)).id, slice)
  return {
    total,
    invoices: invoices.map(({ gatewayPaymentId: _, subscriptionId: __, ...invoice }) => ({
      ...invoice,
      totalMinorUnit: toJsonInteger(invoice.totalMinorUnit),
      refundedMinorUnit: toJsonInteger(invoice.refundedMinorUnit),
      issuedAt: invoice.issuedAt?.toISOString() ?? null,
    })),
  }
}

export async function knownVendor(db: Db, id: string) {
  const found = await sql.findVendor(db, id as VendorId)
  if (!found) throw notFound()
  return found
}

/** Under the wallet's lock, which the closing takes too. */
export async function assertHasNotLeft(tx: Tx, vendorId: VendorId) {
  if (await hasLeft(tx, vendorId))
    throw new AppError('INVALID_STATE', { detail: 'The account is closed or being closed.' })
}
