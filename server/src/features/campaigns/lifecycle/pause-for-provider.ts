import type { VendorId } from '../../../domain/ids.ts'
import { pauseReasonOf, providerError } from '../../../domain/messaging/provider-errors.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from './lifecycle.sql.ts'
import { pauseCampaign } from './pause.ts'

/**
 * Pauses the campaign whose message met this provider error. An error of the template pauses all running campaigns with
 * that template. A campaign that was started or resumed after `happenedAt` is left alone.
 */
export async function pauseForProviderError(
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

/** Compares whole seconds, because the provider reports no fractions. */
async function hasRunSince(tx: Tx, vendorId: VendorId, id: string, at: Date): Promise<boolean> {
  const campaign = await sql.lockCampaign(tx, vendorId, id)
  return campaign?.status === 'RUNNING' && Math.floor(campaign.updated_at.getTime() / 1_000) <= at.getTime() / 1_000
}
