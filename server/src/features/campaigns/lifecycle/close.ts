import { MINUTE_MS } from '../../../domain/durations.ts'
import { BILLING_CLOSE_MINUTES_MAX } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseMedia } from '../../media/use.ts'
import { firstUnsettled, hasAccepted, hasUnsent } from '../../messages/campaign/campaign-messages.ts'
import { tallyMessages } from '../../messages/counts/tally.ts'
import { closeMessages } from '../../messages/settlement/close.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { lockCampaignAndWallet } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'
import { heldAmount, readPlatformFee, releaseHold, releaseRequeued } from './release-hold.ts'

/** Until then the provider may still report on the campaign's messages. Undefined while the campaign has not ended. */
export const billingDeadline = ({ ended_at: endedAt }: Pick<sql.CampaignRow, 'ended_at'>) =>
  endedAt ? new Date(endedAt.getTime() + BILLING_CLOSE_MINUTES_MAX * MINUTE_MS) : undefined

/** For each ended campaign, the hash up to which its messages are known to have a final status. */
export type SettledUpTo = Map<string, Buffer>

/**
 * Closes a campaign once every message is delivered, failed or cancelled, at the latest when the deadline has passed.
 */
export async function closeWhenSettled(
  deps: Pick<Deps, 'db'>,
  campaign: sql.CampaignRow,
  settledUpTo: SettledUpTo,
  now: Date,
) {
  const { vendor_id: vendorId, id } = campaign
  if (await hasUnsent(deps.db, vendorId, id)) {
    await inTransaction(deps.db, (tx) => releaseWithin(tx, campaign, now))
    // A call in flight ends within seconds, and its worker records the outcome.
    if (await hasUnsent(deps.db, vendorId, id)) return
  }
  const deadline = billingDeadline(campaign)
  if (!deadline || now < deadline) {
    const first = await firstUnsettled(deps.db, vendorId, id, settledUpTo.get(id))
    if (first) return void settledUpTo.set(id, first)
  }
  await closeCampaign(deps, campaign, now)
}

async function releaseWithin(tx: Tx, { vendor_id: vendorId, id }: sql.CampaignRow, now: Date) {
  await releaseRequeued(tx, await lockCampaignAndWallet(tx, vendorId, id, now), now)
}

/**
 * Settles an ended campaign for good: messages of unknown outcome fail, the platform fee is charged if the provider
 * accepted any message, and the rest of the money and conversations is returned. All in one transaction; of two
 * concurrent calls the second finds the campaign closed.
 */
export const closeCampaign = (deps: Pick<Deps, 'db'>, campaign: sql.CampaignRow, now: Date) =>
  inTransaction(deps.db, (tx) => closeWithin(tx, campaign, now))

async function closeWithin(tx: Tx, { vendor_id: vendorId, id }: sql.CampaignRow, now: Date) {
  const campaign = await lockCampaignAndWallet(tx, vendorId, id, now)
  if (!(await sql.closeBilling(tx, vendorId, id, now))) return
  await releaseRequeued(tx, campaign, now)
  await closeMessages(tx, vendorId, id, now)
  await chargeFee(tx, campaign, now)
  await releaseHold(tx, campaign, `release-${id}`, await heldAmount(tx, campaign), now)
  await releaseUnusedConversations(tx, campaign, now)
  if (campaign.media_id) await releaseMedia(tx, vendorId, campaign.media_id)
  crashPoint('campaign.closing')
}

async function chargeFee(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  const [fee, held] = [await readPlatformFee(tx, campaign), await heldAmount(tx, campaign)]
  const amountMinorUnit = fee < held ? fee : held
  if (amountMinorUnit > 0n && (await hasAccepted(tx, vendorId, id)))
    await capture(tx, vendorId, [{ hold: id, amountMinorUnit }], now)
}

/**
 * Each message has used or returned its own conversation. The remaining ones belong to recipients that were priced and
 * for which no message was written.
 */
async function releaseUnusedConversations(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  // A cancelled or failed campaign has already returned them.
  if (campaign.status !== 'COMPLETED') return
  const { total } = await tallyMessages(tx, campaign.vendor_id, campaign.id)
  await settleConversations(tx, campaign.vendor_id, { used: 0, reserved: total - campaign.recipients }, now)
}
