import { TEMPLATE_RETRY_PAUSE_SECONDS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { hasUnsent } from '../../messages/campaign/campaign-messages.ts'
import { messageRelayWakeups } from '../../messages/sending/message-relay-wakeups.ts'
import { notify } from '../../notifications/notify.ts'
import { rateFor } from '../../pricing/price-audience.ts'
import { assertMaySend, maySend } from '../../subscriptions/lifecycle/current.ts'
import { assertFitsNewPlan } from '../../subscriptions/usage/conversation-usage.ts'
import { assertApproved, findSendableIfAny } from '../../templates/sendable.ts'
import type { LaunchDeps } from '../launch/launch.ts'
import type { Exclusion } from '../launch/launch-schema.ts'
import { recordCampaignAction } from '../record-campaign-action.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { resumeUnlaunched, tryResumeUnlaunched } from '../schedule/start-scheduled.ts'
import { excludeQueued } from './exclude-countries.ts'
import { countOutcomes } from './failure-rate.ts'
import { getCampaign, invalidState, lockCampaignAndWallet } from './find-campaign.ts'
import { findPauseReason, planRefusal } from './find-pause-reason.ts'
import * as sql from './lifecycle.sql.ts'
import { changePauseReason } from './pause.ts'
import { repriceUnsent } from './reprice.ts'

/**
 * Resumes a paused campaign at the request of a member, without recipients in these countries and those that it excludes
 * already. Before its scheduled time it waits for that again. Throws the same errors as a launch.
 */
export async function resumeByVendor(
  deps: LaunchDeps,
  who: VendorPrincipal,
  id: string,
  { excludeCountries = [] }: Exclusion = {},
) {
  const { vendorId } = who
  const now = deps.clock.now()
  const campaign = await getCampaign(deps.db, vendorId, id)
  if (campaign.status !== 'PAUSED') throw invalidState(campaign.status)
  const record = (tx: Tx) => recordCampaignAction(tx, who, 'CAMPAIGN_RESUMED', { id, name: campaign.name }, now)
  if (campaign.launched_at === null) await resumeUnlaunched(deps, campaign, now, record, excludeCountries)
  else await resumeLaunched(deps, campaign, now, record, excludeCountries)
  return readCampaign(deps, vendorId, id)
}

async function resumeLaunched(
  deps: LaunchDeps,
  campaign: sql.CampaignRow,
  now: Date,
  record: (tx: Tx) => Promise<void>,
  excludeCountries: readonly string[],
) {
  const { vendor_id: vendorId, id } = campaign
  await assertMaySend(deps.db, deps, vendorId, now)
  const template = await findSendableIfAny(deps.db, vendorId, campaign.template_id)
  assertApproved(template ?? { status: 'DELETED' })
  const category = template?.category ?? campaign.category
  // May call the exchange rate service, so it must not run inside the transaction.
  const rate = category === campaign.category ? undefined : await rateFor(deps, vendorId, now)
  const forgiven = await countOutcomes(deps.db, campaign)
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockCampaignAndWallet(tx, vendorId, id, now)
    if (locked.status !== 'PAUSED') throw invalidState(locked.status)
    // Again, under the wallet's lock: a suspension may have come since.
    await assertMaySend(tx, deps, vendorId, now)
    await excludeQueued(tx, locked, excludeCountries, now)
    if (locked.launched_at) await assertFitsNewPlan(tx, vendorId, locked.launched_at, now)
    if (rate) await repriceUnsent(tx, locked, category, rate, now)
    await moveToRunning(tx, campaign, now)
    await sql.saveForgiven(tx, vendorId, id, forgiven)
    await record(tx)
  })
}

function moveToRunning(tx: Tx, { vendor_id: vendorId, id }: sql.CampaignRow, now: Date) {
  messageRelayWakeups.wakeAfterCommit(tx)
  return sql.transitionCampaign(tx, vendorId, id, { to: 'RUNNING', from: ['PAUSED'], now })
}

/**
 * Resumes a campaign that the vendor did not pause, once the reason for the pause is gone. If there is another reason by
 * then, the campaign stays paused for that one: the vendor is never told of a resumption that the next sweep would end.
 */
export async function resumeIfPossible(deps: LaunchDeps, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (campaign.launched_at === null) return tryResumeUnlaunched(deps, vendorId, id, now)
  if (!(await isReasonGone(deps, campaign, now))) return
  const isSent = campaign.expanded_at !== null && !(await hasUnsent(deps.db, vendorId, id))
  const otherReason = isSent ? undefined : await findPauseReason(deps, campaign, now)
  await inTransaction(deps.db, async (tx) => {
    const locked = await sql.lockCampaign(tx, vendorId, id)
    // Another reason may have replaced this one meanwhile.
    if (locked?.pause_reason !== campaign.pause_reason) return
    if (otherReason) return changePauseReason(tx, campaign, otherReason, now)
    if (!(await moveToRunning(tx, campaign, now))) return
    // Nothing is sent again; the next sweep completes the campaign.
    if (isSent) return
    const notice = { kind: 'CAMPAIGN_RESUMED', campaignId: id, campaign: campaign.name } as const
    await notify(tx, vendorId, notice, `campaign-${id}-resumed-${now.toISOString().slice(0, 10)}`, now)
  })
}

async function isReasonGone(deps: LaunchDeps, campaign: sql.CampaignRow, now: Date): Promise<boolean> {
  const { vendor_id: vendorId, template_id: templateId } = campaign
  switch (campaign.pause_reason) {
    case 'SUBSCRIPTION_FROZEN':
    case 'SUBSCRIPTION_REQUIRED':
      return maySend(deps.db, deps, vendorId, now)
    case 'CONVERSATION_CAP_REACHED':
      return (await planRefusal(deps, campaign, now)) !== 'CONVERSATION_CAP_REACHED'
    case 'TEMPLATE_NOT_APPROVED': {
      if (now.getTime() - campaign.updated_at.getTime() < TEMPLATE_RETRY_PAUSE_SECONDS * 1_000) return false
      const template = await findSendableIfAny(deps.db, vendorId, templateId)
      return template?.status === 'APPROVED'
    }
    default:
      return false
  }
}
