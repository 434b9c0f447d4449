import type { VendorId } from '../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../domain/limits.ts'
import { OUTCOME_UNKNOWN } from '../../domain/messaging/provider-errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { settleConversations } from '../subscriptions/conversations.ts'
import { lockWallet } from '../wallet/read.ts'
import { failMessages } from './fail.ts'
import { deletePlace } from './lease.sql.ts'
import * as sql from './settle.sql.ts'

/**
 * Settles what a campaign has left, when its billing closes: UNKNOWN messages have failed, each with its refund; those
 * that were accepted and never heard of again stay SENT and give back their conversations, while their money is left in
 * the hold, for whoever closes to release with the rest. Afterwards every message row is settled: what callbacks still
 * come moves no money, but for a refund of what failed after all.
 */
export async function closeMessages(tx: Tx, vendorId: VendorId, campaignId: string, now: Date): Promise<void> {
  await lockWallet(tx, vendorId)
  await deletePlace(tx, vendorId, campaignId)
  for (;;) {
    const ids = await sql.findUnknown(tx, vendorId, campaignId, STATUSES_PER_TRANSACTION_MAX)
    if (ids.length === 0) break
    await failMessages(
      tx,
      vendorId,
      ids.map((id) => ({ id, errorCode: OUTCOME_UNKNOWN })),
      now,
    )
  }
  const silent = await sql.giveUpSent(tx, vendorId, campaignId)
  await settleConversations(tx, vendorId, { used: 0, reserved: -silent }, now)
}
