import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import * as sql from '../campaign/campaign-messages.sql.ts'

/**
 * What of a campaign has not left yet never will. The caller holds the wallet and the campaign, and gives back the
 * money and the conversations in the same transaction.
 */
export const cancelQueued = (
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
): Promise<{ count: number; costMinorUnit: bigint; firstId: string | null }> =>
  sql.cancelQueued(tx, vendorId, campaignId)
