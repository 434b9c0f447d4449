import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { recordCampaignAction } from '../record-campaign-action.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { assertCanTransition, lockCampaignAndWallet } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'
import { releaseUnsent } from './release-hold.ts'

/** Cancels a campaign for good. Unsent messages are refunded at once; calls in flight settle as usual. */
export async function cancelCampaign(deps: Pick<Deps, 'db' | 'clock' | 'config'>, who: VendorPrincipal, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => cancelWithin(tx, who, id, now))
  return readCampaign(deps, who.vendorId, id)
}

async function cancelWithin(tx: Tx, who: VendorPrincipal, id: string, now: Date) {
  const { vendorId } = who
  const campaign = await lockCampaignAndWallet(tx, vendorId, id, now)
  assertCanTransition(campaign, 'CANCELLED')
  if (campaign.launched_at) await releaseUnsent(tx, campaign, 'cancelled', now)
  await sql.transitionCampaign(tx, vendorId, id, { to: 'CANCELLED', now })
  await recordCampaignAction(tx, who, 'CAMPAIGN_CANCELLED', { id, name: campaign.name }, now)
}
