import { failsTooOften } from '../../../domain/messaging/campaign.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countAccepted, countRefused } from '../../messages/campaign/campaign-messages.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

type HoldDeps = Pick<Deps, 'db' | 'config'>

/** So many of its messages were refused or failed that it should not go on by itself. */
export async function isFailing({ db, config }: HoldDeps, campaign: CampaignRow): Promise<boolean> {
  const { vendor_id: vendorId, id } = campaign
  const hold = { acceptedMin: config.CAMPAIGN_HOLD_MIN, failedPercentMax: config.CAMPAIGN_HOLD_PERCENT }
  const refused = await countRefused(db, vendorId, id)
  const failed = refused - campaign.forgiven_failures
  // So few fail no campaign, whatever became of the others: most look no further.
  if (!failsTooOften(hold.acceptedMin, failed, hold)) return false
  const judgedMax = Math.max(hold.acceptedMin, Math.ceil((failed * 100) / hold.failedPercentMax))
  const accepted = await countAccepted(db, vendorId, id, Math.max(1, judgedMax + campaign.forgiven_outcomes))
  return failsTooOften(refused + accepted - campaign.forgiven_outcomes, failed, hold)
}

/** All that is known by now: what somebody resumes a campaign in spite of. */
export async function outcomesOf(db: Db, { vendor_id: vendorId, id, recipients }: CampaignRow) {
  const failures = await countRefused(db, vendorId, id)
  return { failures, outcomes: failures + (await countAccepted(db, vendorId, id, recipients)) }
}
