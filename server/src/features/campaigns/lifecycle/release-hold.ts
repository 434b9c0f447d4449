import type { Tx } from '../../../platform/db/db.ts'
import { cancelQueued } from '../../messages/campaign/campaign-messages.ts'
import { tallyMessages } from '../../messages/counts/tally.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { moveMoney } from '../../wallet/move-money.ts'
import { readHold } from '../../wallet/read.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

/**
 * Releases the money and conversations of queued messages and of recipients without a message row. Calls in flight keep
 * theirs, and the platform fee stays on hold until the campaign is closed. The caller holds the locks of the wallet,
 * the subscription and the campaign.
 */
export async function releaseUnsent(tx: Tx, campaign: CampaignRow, end: 'cancelled' | 'failed', now: Date) {
  const { vendor_id: vendorId, id } = campaign
  const cancelled = await cancelQueued(tx, vendorId, id)
  const { total, openMinorUnit } = await tallyMessages(tx, vendorId, id)
  const unwritten = Math.max(0, campaign.recipients - total)
  const amount = (await heldAmount(tx, campaign)) - (await readPlatformFee(tx, campaign)) - openMinorUnit
  await releaseHold(tx, campaign, `release-${id}-${end}`, amount, now)
  await settleConversations(tx, vendorId, { used: 0, reserved: -(cancelled.count + unwritten) }, now)
}

/** Releases messages that were requeued after a temporary refusal when the campaign had already ended. */
export async function releaseRequeued(tx: Tx, campaign: CampaignRow, now: Date) {
  const { count, costMinorUnit, firstId } = await cancelQueued(tx, campaign.vendor_id, campaign.id)
  await releaseHold(tx, campaign, `release-${campaign.id}-cancelled-${firstId}`, costMinorUnit, now)
  await settleConversations(tx, campaign.vendor_id, { used: 0, reserved: -count }, now)
}

/** The part of the hold that is neither captured nor returned. */
export async function heldAmount(tx: Tx, { vendor_id: vendorId, id }: CampaignRow): Promise<bigint> {
  const hold = await readHold(tx, vendorId, id)
  return hold ? hold.amountMinorUnit - hold.capturedMinorUnit - hold.returnedMinorUnit : 0n
}

export const readPlatformFee = async (
  tx: Tx,
  { vendor_id: vendorId, snapshot_id: snapshotId }: CampaignRow,
): Promise<bigint> => (snapshotId === null ? 0n : (await readSnapshot(tx, vendorId, snapshotId)).platformFeeMinorUnit)

export async function releaseHold(tx: Tx, campaign: CampaignRow, key: string, amountMinorUnit: bigint, now: Date) {
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
