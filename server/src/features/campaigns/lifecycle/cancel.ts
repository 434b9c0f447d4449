import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { assertCanTransition, lockCampaignAndWallet } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'
import { releaseUnsent } from './release-hold.ts'

/** Cancels a campaign for good. Unsent messages are refunded at once; calls in flight settle as usual. */
export async function cancelCampaign(deps: Pick<Deps, 'db' | 'clock' | 'config'>, vendorId: VendorId, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => cancelWithin(tx, vendorId, id, now))
  return readCampaign(deps, vendorId, id)
}

async function cancelWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  const campaign = await lockCampaignAndWallet(tx, vendorId, id, now)
  assertCanTransition(campaign, 'CANCELLED')
  if (campaign.launched_at) await releaseUnsent(tx, campaign, 'cancelled', now)
  await sql.transitionCampaign(tx, vendorId, id, { to: 'CANCELLED', now })
}
