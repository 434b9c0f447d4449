import type { VendorId } from '../../../domain/ids.ts'
import type { PauseReason } from '../../../domain/messaging/campaign.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../notifications/notify.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { campaignOf, wrongState } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'

/** Once this is answered, only calls that are under way still go out. */
export async function pauseByVendor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, vendorId: VendorId, id: string) {
  const now = deps.clock.now()
  const pause = { to: 'PAUSED', from: ['RUNNING'], reason: 'BY_VENDOR', now } as const
  const paused = await inTransaction(deps.db, (tx) => sql.moveCampaign(tx, vendorId, id, pause))
  if (!paused) throw wrongState((await campaignOf(deps.db, vendorId, id)).status)
  return readCampaign(deps, vendorId, id)
}

/**
 * Stops a campaign, or one that was about to start, for a reason that nobody chose, and tells the vendor. Its
 * reserve stays. False: it does not run, so there is nothing to stop.
 */
export async function pauseCampaign(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  reason: PauseReason,
  now: Date,
): Promise<boolean> {
  const paused = await sql.moveCampaign(tx, vendorId, campaignId, { to: 'PAUSED', reason, now })
  if (!paused) return false
  await tellPaused(tx, paused, reason, now)
  return true
}

/** Of the same reason once a day: one that stops and goes on by turns is no reason for a flood of mails. */
export async function tellPaused(
  tx: Tx,
  { vendor_id: vendorId, id, name }: Pick<sql.CampaignRow, 'vendor_id' | 'id' | 'name'>,
  reason: PauseReason,
  now: Date,
) {
  const notice = { kind: 'CAMPAIGN_PAUSED', campaignId: id, campaign: name, pauseReason: reason } as const
  await notify(tx, vendorId, notice, `campaign-${id}-${reason}-${now.toISOString().slice(0, 10)}`, now)
}
