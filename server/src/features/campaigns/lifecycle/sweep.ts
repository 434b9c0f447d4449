import { assertNever } from '../../../domain/assert.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { CAMPAIGNS_PER_SWEEP_PAGE } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { hasUnsent } from '../../messages/campaign/campaign-messages.ts'
import { tallyMessages } from '../../messages/counts/tally.ts'
import { notify } from '../../notifications/notify.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import type { LaunchDeps } from '../launch/launch.ts'
import { startScheduled } from '../schedule/start-scheduled.ts'
import { closeWhenSettled, type SettledUpTo } from './close.ts'
import { findPauseReason } from './find-pause-reason.ts'
import * as sql from './lifecycle.sql.ts'
import { pauseCampaign } from './pause.ts'
import { resumeIfPossible } from './resume.ts'

type SweepDeps = LaunchDeps

/**
 * Processes every campaign, of the vendors that `isIncluded` names, whose billing is not closed: launches due ones,
 * pauses those that may not continue, resumes those that may again, and closes ended ones. It decides from the rows alone, so that no payment or plan change has to
 * notify it. Each step is a compare-and-set, so that any number of workers may sweep and be killed.
 */
export function campaignSweep(isIncluded = (_vendorId: VendorId) => true) {
  const settledUpTo: SettledUpTo = new Map()
  return async (deps: SweepDeps) => {
    const now = deps.clock.now()
    const open = new Set<string>()
    for await (const campaign of openCampaigns(deps)) {
      if (!isIncluded(campaign.vendor_id)) continue
      open.add(campaign.id)
      await sweepCampaign(deps, campaign, settledUpTo, now).catch((err: unknown) =>
        // A campaign that fails must not block the others.
        deps.log.error({ event: 'campaigns.sweep_failed', vendorId: campaign.vendor_id, campaignId: campaign.id, err }),
      )
    }
    for (const id of settledUpTo.keys()) if (!open.has(id)) settledUpTo.delete(id)
  }
}

async function* openCampaigns({ db }: SweepDeps) {
  for (let after: { vendorId: VendorId; id: string } | undefined; ; ) {
    const page = await crossVendor.listOpenCampaigns(db, after, CAMPAIGNS_PER_SWEEP_PAGE)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < CAMPAIGNS_PER_SWEEP_PAGE) return
    after = { vendorId: last.vendor_id, id: last.id }
  }
}

async function sweepCampaign(deps: SweepDeps, campaign: sql.CampaignRow, settledUpTo: SettledUpTo, now: Date) {
  switch (campaign.status) {
    case 'SCHEDULED':
      if (campaign.scheduled_at && campaign.scheduled_at <= now)
        await startScheduled(deps, campaign.vendor_id, campaign.id, now)
      return
    case 'RUNNING':
      return sweepRunning(deps, campaign, now)
    case 'PAUSED':
      return resumeIfPossible(deps, campaign, now)
    case 'COMPLETED':
    case 'CANCELLED':
    case 'FAILED':
      return closeWhenSettled(deps, campaign, settledUpTo, now)
    default:
      return assertNever(campaign.status)
  }
}

async function sweepRunning(deps: SweepDeps, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (campaign.expanded_at && !(await hasUnsent(deps.db, vendorId, id)))
    return inTransaction(deps.db, (tx) => completeWithin(tx, campaign, now))
  const reason = await findPauseReason(deps, campaign, now)
  if (reason) await inTransaction(deps.db, (tx) => pauseCampaign(tx, vendorId, id, reason, now))
}

async function completeWithin(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (!(await sql.transitionCampaign(tx, vendorId, id, { to: 'COMPLETED', now }))) return
  const { counts, total } = await tallyMessages(tx, vendorId, id)
  const notice = {
    kind: 'CAMPAIGN_COMPLETED',
    campaignId: id,
    campaign: campaign.name,
    recipients: total,
    accepted: counts.SENT + counts.DELIVERED,
    failed: counts.FAILED,
  } as const
  await notify(tx, vendorId, notice, `campaign-${id}-completed`, now)
}
