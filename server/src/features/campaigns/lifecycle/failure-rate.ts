import { failsTooOften } from '../../../domain/messaging/campaign.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countAccepted, countRefused } from '../../messages/campaign/campaign-messages.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

type FailureDeps = Pick<Deps, 'db' | 'config'>

/** Whether so many messages were refused or failed that the campaign must be paused. */
export async function isFailing({ db, config }: FailureDeps, campaign: CampaignRow): Promise<boolean> {
  const { vendor_id: vendorId, id } = campaign
  const limits = { outcomesMin: config.CAMPAIGN_HOLD_MIN, failedPercentMax: config.CAMPAIGN_HOLD_PERCENT }
  const refused = await countRefused(db, vendorId, id)
  const failed = refused - campaign.forgiven_failures
  // Too few failures for any number of other outcomes. Most campaigns end here and need no second count.
  if (!failsTooOften(limits.outcomesMin, failed, limits)) return false
  const outcomesMax = Math.max(limits.outcomesMin, Math.ceil((failed * 100) / limits.failedPercentMax))
  const accepted = await countAccepted(db, vendorId, id, Math.max(1, outcomesMax + campaign.forgiven_outcomes))
  return failsTooOften(refused + accepted - campaign.forgiven_outcomes, failed, limits)
}

/** Outcomes and failures so far. Resuming a campaign forgives them. */
export async function countOutcomes(db: Db, { vendor_id: vendorId, id, recipients }: CampaignRow) {
  const failures = await countRefused(db, vendorId, id)
  return { failures, outcomes: failures + (await countAccepted(db, vendorId, id, recipients)) }
}
