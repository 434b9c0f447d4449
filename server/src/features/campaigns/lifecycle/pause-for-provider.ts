import type { VendorId } from '../../../domain/ids.ts'
import { pauseReasonOf, providerError } from '../../../domain/messaging/provider-errors.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from './lifecycle.sql.ts'
import { pauseCampaign } from './pause.ts'

/**
 * Pauses a campaign that met this code of the provider's, and with an error of its template every other running
 * campaign of that template. One that was started or resumed after `happenedAt` is left alone: that is old news.
 */
export async function pauseForProvider(
  deps: Pick<Deps, 'db' | 'clock'>,
  vendorId: VendorId,
  campaignId: string,
  code: number,
  happenedAt: Date,
): Promise<void> {
  const reason = pauseReasonOf(code)
  if (reason === undefined) return
  const isOfTemplate = providerError(code).action === 'PAUSE_TEMPLATE'
  const ids = isOfTemplate ? await sql.runningOfSameTemplate(deps.db, vendorId, campaignId) : [campaignId]
  for (const id of ids)
    await inTransaction(deps.db, async (tx) => {
      if (await hasRunSince(tx, vendorId, id, happenedAt))
        await pauseCampaign(tx, vendorId, id, reason, deps.clock.now())
    })
}

/** The provider tells whole seconds. */
async function hasRunSince(tx: Tx, vendorId: VendorId, id: string, at: Date): Promise<boolean> {
  const campaign = await sql.lockCampaign(tx, vendorId, id)
  return campaign?.status === 'RUNNING' && Math.floor(campaign.updated_at.getTime() / 1_000) <= at.getTime() / 1_000
}
