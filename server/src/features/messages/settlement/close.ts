import type { VendorId } from '../../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { lockWallet } from '../../wallet/read.ts'
import { deletePlace } from '../sending/lease.sql.ts'
import { failMessages } from './fail.ts'
import * as sql from './settle.sql.ts'

/**
 * Settles what a campaign has left, when its billing closes. What the provider accepted and never reported on stays
 * charged and counts as a conversation. Of the others nobody knows whether they left: they have failed, each with its
 * refund. Afterwards every message row is settled: a late callback still changes the message, and of the money only a
 * charge that turns out to have failed.
 */
export async function closeMessages(tx: Tx, vendorId: VendorId, campaignId: string, now: Date): Promise<void> {
  await lockWallet(tx, vendorId)
  await deletePlace(tx, vendorId, campaignId)
  for (;;) {
    const ids = await sql.lockUnknown(tx, vendorId, campaignId, STATUSES_PER_TRANSACTION_MAX)
    if (ids.length === 0) break
    await failMessages(
      tx,
      vendorId,
      ids.map((id) => ({ id, errorCode: OUTCOME_UNKNOWN })),
      now,
    )
  }
  const accepted = await sql.captureAccepted(tx, vendorId, campaignId)
  if (accepted.costMinorUnit > 0n)
    await capture(tx, vendorId, [{ hold: campaignId, amountMinorUnit: accepted.costMinorUnit }], now)
  await settleConversations(tx, vendorId, { used: accepted.count, reserved: -accepted.count }, now)
}
