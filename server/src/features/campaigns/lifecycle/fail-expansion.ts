import type { VendorId } from '../../../domain/ids.ts'
import { canTransition } from '../../../domain/messaging/campaign.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../notifications/notify.ts'
import { lockCampaignAndWallet } from './find-campaign.ts'
import { transitionCampaign } from './lifecycle.sql.ts'
import { releaseUnsent } from './release-hold.ts'

/** Fails a campaign whose messages cannot be written. Unsent messages are refunded at once. */
export async function failExpansion({ db, clock }: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, campaignId: string) {
  await inTransaction(db, (tx) => failWithin(tx, vendorId, campaignId, clock.now()))
}

async function failWithin(tx: Tx, vendorId: VendorId, campaignId: string, now: Date) {
  const campaign = await lockCampaignAndWallet(tx, vendorId, campaignId, now)
  if (!canTransition(campaign.status, 'FAILED')) return
  await releaseUnsent(tx, campaign, 'failed', now)
  await transitionCampaign(tx, vendorId, campaignId, { to: 'FAILED', now })
  const notice = { kind: 'CAMPAIGN_FAILED', campaignId, campaign: campaign.name } as const
  await notify(tx, vendorId, notice, `campaign-${campaignId}-failed`, now)
}
