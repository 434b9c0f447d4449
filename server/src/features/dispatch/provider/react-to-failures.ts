import { pauseReasonOf, providerError } from '../../../domain/messaging/provider-errors.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StatusUpdate } from '../../../ports/provider-events.ts'
import { pauseForProviderError } from '../../campaigns/lifecycle/pause-for-provider.ts'
import { findCampaignsOf } from '../../messages/campaign/campaign-messages.ts'
import { stopSending } from './provider-state.ts'

type FailureDeps = Pick<Deps, 'db' | 'log' | 'clock'>

/**
 * Effects of failed status updates beyond their own messages: an error of the account stops all sending, and an error
 * of a template pauses its campaigns, like the same code in the answer to a call. Errors from before the last
 * resumption are ignored. The messages themselves are settled like any failed message.
 */
export async function reactToFailures(deps: FailureDeps, updates: readonly StatusUpdate[]): Promise<void> {
  for (const { errorCode: code, at } of updates)
    if (code !== undefined && providerError(code).action === 'STOP_ALL')
      await inTransaction(deps.db, (tx) => stopSending(tx, deps, code, deps.clock.now(), at))
  await pauseCampaigns(deps, updates)
}

async function pauseCampaigns(deps: FailureDeps, updates: readonly StatusUpdate[]) {
  const pausing = updates.filter(({ errorCode }) => errorCode !== undefined && pauseReasonOf(errorCode))
  if (pausing.length === 0) return
  for (const { vendorId, campaignId, wamid } of await findCampaignsOf(deps.db, pausing))
    for (const { errorCode, at } of pausing.filter((update) => update.wamid === wamid))
      await pauseForProviderError(deps, vendorId, campaignId, errorCode as number, at)
}
