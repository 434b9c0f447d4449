import type { VendorId } from '../../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { deleteRelayPlace } from '../sending/lease.sql.ts'
import { failMessages } from './fail.ts'
import * as sql from './settle.sql.ts'

/**
 * Settles the remaining messages of a campaign when its billing closes. Messages that the provider accepted and never
 * reported on stay charged and count as conversations. The others may or may not have been sent: they fail and are
 * refunded. Afterwards every message row is settled. A late status update still changes the message, but moves money
 * only when a charged message turns out to have failed.
 */
export async function closeMessages(tx: Tx, vendorId: VendorId, campaignId: string, now: Date): Promise<void> {
  await lockWallet(tx, vendorId)
  await deleteRelayPlace(tx, vendorId, campaignId)
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
