import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { countCampaigns } from '../campaigns/read.ts'
import { readSubscription } from '../subscriptions/current.ts'
import { present } from '../subscriptions/present.ts'
import { isMessagingOn } from '../vendors/messaging.ts'
import { showBalance } from '../wallet/read.ts'
import * as sql from './vendor.sql.ts'

/** One vendor as operators see it: who it is, its plan, its wallet, and how much of everything it has. */
export async function readVendor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, id: string) {
  const { db } = deps
  const now = deps.clock.now()
  const found = await sql.findVendor(db, id as VendorId)
  if (!found) throw notFound()
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
