import { assertNever } from '../../../domain/assert.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { CAMPAIGNS_PER_SWEEP_PAGE } from '../../../domain/limits.ts'
import type { PauseReason } from '../../../domain/messaging/campaign.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { hasUnsent, tallyMessages } from '../../messages/campaign/campaign-messages.ts'
import { notify } from '../../notifications/notify.ts'
import { lookForSendable } from '../../templates/sendable.ts'
import type { LaunchDeps } from '../launch/launch.ts'
import { startScheduled } from '../launch/start-scheduled.ts'
import { type Closing, closeWhenSettled } from './close.ts'
import { isFailing } from './failure-rate.ts'
import * as sql from './lifecycle.sql.ts'
import { pauseCampaign } from './pause.ts'
import { refusalOf, retryResume } from './resume.ts'

type SweepDeps = LaunchDeps

/**
 * Looks after every campaign that is not over yet: starts what is due, stops what may not go on, goes on with what may
 * again, and closes what has ended. It finds all this in the rows, so nobody has to tell it that money came or a plan
 * was paid. Each step is a compare-and-set of its own: any number of workers may sweep, and be killed at it.
 */
export function campaignSweep() {
  const closing: Closing = new Map()
  return async (deps: SweepDeps) => {
    const now = deps.clock.now()
    const open = new Set<string>()
    for await (const campaign of openCampaigns(deps)) {
      open.add(campaign.id)
      await visit(deps, campaign, closing, now).catch((err: unknown) =>
        // One that cannot be dealt with now keeps nobody else waiting.
        deps.log.error({ event: 'campaigns.sweep_failed', vendorId: campaign.vendor_id, campaignId: campaign.id, err }),
      )
    }
    for (const id of closing.keys()) if (!open.has(id)) closing.delete(id)
  }
}

async function* openCampaigns({ db }: SweepDeps) {
  for (let after: { vendorId: VendorId; id: string } | undefined; ; ) {
    const page = await sql.listOpen(db, after, CAMPAIGNS_PER_SWEEP_PAGE)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < CAMPAIGNS_PER_SWEEP_PAGE) return
    after = { vendorId: last.vendor_id, id: last.id }
  }
}

async function visit(deps: SweepDeps, campaign: sql.CampaignRow, closing: Closing, now: Date) {
  switch (campaign.status) {
    case 'SCHEDULED':
      if (campaign.scheduled_at && campaign.scheduled_at <= now)
        await startScheduled(deps, campaign.vendor_id, campaign.id, now)
      return
    case 'RUNNING':
      return visitRunning(deps, campaign, now)
    case 'PAUSED':
      return retryResume(deps, campaign, now)
    case 'COMPLETED':
    case 'CANCELLED':
    case 'FAILED':
      return closeWhenSettled(deps, campaign, closing, now)
    default:
      return assertNever(campaign.status)
  }
}

async function visitRunning(deps: SweepDeps, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (campaign.expanded_at && !(await hasUnsent(deps.db, vendorId, id)))
    return inTransaction(deps.db, (tx) => complete(tx, campaign, now))
  const reason = await stopReason(deps, campaign, now)
  if (reason) await inTransaction(deps.db, (tx) => pauseCampaign(tx, vendorId, id, reason, now))
}

async function stopReason(deps: SweepDeps, campaign: sql.CampaignRow, now: Date): Promise<PauseReason | undefined> {
  const refusal = await refusalOf(deps, campaign.vendor_id, now)
  if (refusal) return refusal
  // One that was deleted cannot be sent either.
  const template = await lookForSendable(deps.db, campaign.vendor_id, campaign.template_id)
  if (template?.status !== 'APPROVED') return 'TEMPLATE_NOT_APPROVED'
  if (template.category !== campaign.category) return 'CATEGORY_CHANGED'
  return (await isFailing(deps, campaign)) ? 'FAILURE_RATE' : undefined
}

async function complete(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (!(await sql.moveCampaign(tx, vendorId, id, { to: 'COMPLETED', now }))) return
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
