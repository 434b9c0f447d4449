import { BILLING_CLOSE_MINUTES_MAX } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseMedia } from '../../media/use.ts'
import { firstUnsettled, hasTaken, hasUnsent, tallyMessages } from '../../messages/campaign/campaign-messages.ts'
import { closeMessages } from '../../messages/settlement/close.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { lockWithMoney } from './find-campaign.ts'
import * as sql from './lifecycle.sql.ts'
import { feeOf, heldBy, refundReserve, releaseLate } from './release-reserve.ts'

/** Until then the provider may still tell what became of its messages; undefined while it has not ended. */
export const closesBy = ({ ended_at: endedAt }: Pick<sql.CampaignRow, 'ended_at'>) =>
  endedAt ? new Date(endedAt.getTime() + BILLING_CLOSE_MINUTES_MAX * 60_000) : undefined

/** Up to where the messages of campaigns that have ended are known to be over, by the campaign's id. */
export type Closing = Map<string, Buffer>

/** As soon as every message is delivered, failed or cancelled, and at the latest when the time is up. */
export async function closeWhenSettled(deps: Pick<Deps, 'db'>, campaign: sql.CampaignRow, closing: Closing, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  if (await hasUnsent(deps.db, vendorId, id)) {
    await inTransaction(deps.db, (tx) => releaseWithin(tx, campaign, now))
    // A call under way ends within seconds, and whoever makes it says how.
    if (await hasUnsent(deps.db, vendorId, id)) return
  }
  const deadline = closesBy(campaign)
  if (!deadline || now < deadline) {
    const first = await firstUnsettled(deps.db, vendorId, id, closing.get(id))
    if (first) return void closing.set(id, first)
  }
  await closeCampaign(deps, campaign, now)
}

async function releaseWithin(tx: Tx, { vendor_id: vendorId, id }: sql.CampaignRow, now: Date) {
  await releaseLate(tx, await lockWithMoney(tx, vendorId, id, now), now)
}

/**
 * Settles a campaign that has ended, for good: what nobody knows the outcome of has failed, the platform fee is charged
 * if the provider took any message, and whatever is left of money and conversations goes back. One transaction: it has
 * happened as a whole or not at all, and of two closes at once one finds it done.
 */
export const closeCampaign = (deps: Pick<Deps, 'db'>, campaign: sql.CampaignRow, now: Date) =>
  inTransaction(deps.db, (tx) => closeWithin(tx, campaign, now))

async function closeWithin(tx: Tx, { vendor_id: vendorId, id }: sql.CampaignRow, now: Date) {
  const campaign = await lockWithMoney(tx, vendorId, id, now)
  if (!(await sql.closeBilling(tx, vendorId, id, now))) return
  await releaseLate(tx, campaign, now)
  await closeMessages(tx, vendorId, id, now)
  await chargeFee(tx, campaign, now)
  await refundReserve(tx, campaign, `release-${id}`, await heldBy(tx, campaign), now)
  await freeConversations(tx, campaign, now)
  if (campaign.media_id) await releaseMedia(tx, vendorId, campaign.media_id)
  crashPoint('campaign.closing')
}

async function chargeFee(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  const { vendor_id: vendorId, id } = campaign
  const [fee, held] = [await feeOf(tx, campaign), await heldBy(tx, campaign)]
  const amountMinorUnit = fee < held ? fee : held
  if (amountMinorUnit > 0n && (await hasTaken(tx, vendorId, id)))
    await capture(tx, vendorId, [{ hold: id, amountMinorUnit }], now)
}

/** Each message has given back its own, or used it. What is left are those who were priced and never written down. */
async function freeConversations(tx: Tx, campaign: sql.CampaignRow, now: Date) {
  // A campaign that was stopped has given them back then.
  if (campaign.status !== 'COMPLETED') return
  const { total } = await tallyMessages(tx, campaign.vendor_id, campaign.id)
  await settleConversations(tx, campaign.vendor_id, { used: 0, reserved: total - campaign.recipients }, now)
}
