import type { Tx } from '../../../platform/db/db.ts'
import { tallyMessages } from '../../messages/campaign/campaign-messages.ts'
import { cancelQueued } from '../../messages/sending/cancel.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { moveMoney } from '../../wallet/move.ts'
import { readHold } from '../../wallet/read.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

/**
 * Takes back what a campaign has not sent: messages that are queued, and recipients that were never written down. What
 * they would have cost is in the wallet at once, and their conversations are free again; calls under way keep theirs,
 * and the platform fee waits for the close. The caller holds wallet, plan and campaign.
 */
export async function releaseUnsent(tx: Tx, campaign: CampaignRow, end: 'cancelled' | 'failed', now: Date) {
  const { vendor_id: vendorId, id } = campaign
  const cancelled = await cancelQueued(tx, vendorId, id)
  const { total, openMinorUnit } = await tallyMessages(tx, vendorId, id)
  const unwritten = Math.max(0, campaign.recipients - total)
  const amount = (await heldBy(tx, campaign)) - (await feeOf(tx, campaign)) - openMinorUnit
  await refundReserve(tx, campaign, `release-${id}-${end}`, amount, now)
  await settleConversations(tx, vendorId, { used: 0, reserved: -(cancelled.count + unwritten) }, now)
}

/** A call may have been refused for now, and its message queued again, after the campaign had ended: it will not leave. */
export async function releaseLate(tx: Tx, campaign: CampaignRow, now: Date) {
  const { count, costMinorUnit, firstId } = await cancelQueued(tx, campaign.vendor_id, campaign.id)
  await refundReserve(tx, campaign, `release-${campaign.id}-cancelled-${firstId}`, costMinorUnit, now)
  await settleConversations(tx, campaign.vendor_id, { used: 0, reserved: -count }, now)
}

/** What was set aside for it and is neither used up nor given back. */
export async function heldBy(tx: Tx, { vendor_id: vendorId, id }: CampaignRow): Promise<bigint> {
  const hold = await readHold(tx, vendorId, id)
  return hold ? hold.amountMinorUnit - hold.capturedMinorUnit - hold.returnedMinorUnit : 0n
}

export const feeOf = async (tx: Tx, { vendor_id: vendorId, snapshot_id: snapshotId }: CampaignRow): Promise<bigint> =>
  snapshotId === null ? 0n : (await readSnapshot(tx, vendorId, snapshotId)).platformFeeMinorUnit

export async function refundReserve(tx: Tx, campaign: CampaignRow, key: string, amountMinorUnit: bigint, now: Date) {
  if (amountMinorUnit <= 0n) return
  const release = {
    type: 'REFUND',
    amountMinorUnit,
    idempotencyKey: key,
    description: 'Unspent hold of a campaign released',
    referenceType: 'CAMPAIGN',
    referenceId: campaign.id,
    hold: campaign.id,
  } as const
  await moveMoney(tx, campaign.vendor_id, [release], now)
}
