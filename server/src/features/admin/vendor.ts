import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { countCampaigns } from '../campaigns/reports/read-campaign.ts'
import { readSubscription } from '../subscriptions/lifecycle/current.ts'
import { present } from '../subscriptions/present.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import { isMessagingOn } from '../vendors/messaging.ts'
import { verifyLedger } from '../wallet/ledger/verify.ts'
import { readBalance } from '../wallet/read.ts'
import * as sql from './vendor.sql.ts'

/** One vendor as operators see it: profile, plan, wallet, and counts. */
export async function readVendor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, id: string) {
  const { db } = deps
  const now = deps.clock.now()
  const found = await findVendorOrThrow(db, id)
  const [subscription, wallet, counts, campaigns] = await Promise.all([
    readSubscription(db, found.id, now),
    readBalance(db, found.id),
    sql.countRows(db, found.id),
    countCampaigns(db, found.id),
  ])
  const { messagingUntil, suspendedAt, suspensionReason, ...vendor } = found
  return {
    ...vendor,
    messagingEnabled: isMessagingOn({ ...vendor, messagingUntil }, now),
    suspension: suspendedAt && { since: suspendedAt.toISOString(), reason: suspensionReason ?? '' },
    createdAt: vendor.createdAt.toISOString(),
    subscription: subscription ? await present(deps, db, subscription, now) : null,
    wallet,
    campaigns: { byStatus: campaigns, heldMinorUnit: wallet.reservedMinorUnit },
    counts,
  }
}

/** Recomputes the vendor's ledger from its first entry. */
export const verifyVendorLedger = async ({ db }: Pick<Deps, 'db'>, id: string) =>
  verifyLedger(db, (await findVendorOrThrow(db, id)).id)

export async function findVendorOrThrow(db: Db, id: string) {
  const found = await sql.findVendor(db, id as VendorId)
  if (!found) throw notFound()
  return found
}

/** Under the wallet's lock, which closing takes too. */
export async function assertNotClosed(tx: Tx, vendorId: VendorId) {
  if (await isClosedOrClosing(tx, vendorId))
    throw new AppError('INVALID_STATE', { detail: 'The account is closed or being closed.' })
}
