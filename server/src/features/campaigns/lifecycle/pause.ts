import type { VendorId } from '../../../domain/ids.ts'
import type { PauseReason } from '../../../domain/messaging/campaign.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { notify } from '../../notifications/notify.ts'
import { recordCampaignAction } from '../record-campaign-action.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { getCampaign, invalidState } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'

/** After this returns, only calls in flight are still sent. */
export async function pauseByVendor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, who: VendorPrincipal, id: string) {
  const { vendorId } = who
  const now = deps.clock.now()
  const pause = { to: 'PAUSED', from: ['RUNNING'], reason: 'BY_VENDOR', now } as const
  const paused = await inTransaction(deps.db, async (tx) => {
    const row = await sql.transitionCampaign(tx, vendorId, id, pause)
    if (row) await recordCampaignAction(tx, who, 'CAMPAIGN_PAUSED', { id, name: row.name }, now)
    return row
  })
  if (!paused) throw invalidState((await getCampaign(deps.db, vendorId, id)).status)
  return readCampaign(deps, vendorId, id)
}

/**
 * Pauses a running or scheduled campaign for a reason that the vendor did not choose, and notifies the vendor. The hold
 * stays. Returns false when the campaign is in neither state.
 */
export async function pauseCampaign(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  reason: PauseReason,
  now: Date,
): Promise<boolean> {
  const paused = await sql.transitionCampaign(tx, vendorId, campaignId, { to: 'PAUSED', reason, now })
  if (!paused) return false
  await notifyPaused(tx, paused, reason, now)
  return true
}

/**
 * Pauses everything that runs or is scheduled, and what would start by itself: after a suspension each campaign waits
 * for its vendor. Returns how many were running or scheduled. Claims hold a share lock on their campaign, so that none
 * is made once this is committed.
 */
export async function pauseForSuspension(tx: Tx, vendorId: VendorId, now: Date): Promise<number> {
  await sql.holdPassingPauses(tx, vendorId, 'VENDOR_SUSPENDED', now)
  return sql.pauseOpen(tx, vendorId, 'VENDOR_SUSPENDED', now)
}

/** A paused campaign waits for something else from now on. */
export async function changePauseReason(tx: Tx, campaign: sql.CampaignRow, reason: PauseReason, now: Date) {
  await sql.savePauseReason(tx, campaign.vendor_id, campaign.id, reason, now)
  await notifyPaused(tx, campaign, reason, now)
}

/** At most once a day for each reason, so that a campaign that pauses and resumes in turns causes no flood of mails. */
export async function notifyPaused(
  tx: Tx,
  { vendor_id: vendorId, id, name }: Pick<sql.CampaignRow, 'vendor_id' | 'id' | 'name'>,
  reason: PauseReason,
  now: Date,
) {
  const notice = { kind: 'CAMPAIGN_PAUSED', campaignId: id, campaign: name, pauseReason: reason } as const
  await notify(tx, vendorId, notice, `campaign-${id}-${reason}-${now.toISOString().slice(0, 10)}`, now)
}
