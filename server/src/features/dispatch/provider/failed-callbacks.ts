import { pauseReasonOf, providerError } from '../../../domain/messaging/provider-errors.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { pauseForProvider } from '../../campaigns/lifecycle/pause-for-provider.ts'
import { findCampaignsOf } from '../../messages/campaign/find-campaigns.ts'
import { stopSending } from './provider-state.ts'

export interface FailedCallback {
  wamid: string
  /** Our message's id. */
  reference?: string | undefined
  errorCode?: number | undefined
  /** When the provider says that it happened. */
  at: Date
}

type FailureDeps = Pick<Deps, 'db' | 'log' | 'clock'>

/**
 * What the codes of `failed` callbacks mean for others than their messages: an error of the account stops all sending,
 * one of a template pauses its campaigns, as the same code in answer to a call does. What happened before the last
 * resumption has been dealt with. The messages themselves are settled as any that failed.
 */
export async function reactToFailures(deps: FailureDeps, callbacks: readonly FailedCallback[]): Promise<void> {
  for (const { errorCode: code, at } of callbacks)
    if (code !== undefined && providerError(code).action === 'STOP_ALL')
      await inTransaction(deps.db, (tx) => stopSending(tx, deps, code, deps.clock.now(), at))
  await pauseCampaigns(deps, callbacks)
}

async function pauseCampaigns(deps: FailureDeps, callbacks: readonly FailedCallback[]) {
  const pausing = callbacks.filter(({ errorCode }) => errorCode !== undefined && pauseReasonOf(errorCode))
  if (pausing.length === 0) return
  for (const { vendorId, campaignId, wamid } of await findCampaignsOf(deps.db, pausing))
    for (const { errorCode, at } of pausing.filter((callback) => callback.wamid === wamid))
      await pauseForProvider(deps, vendorId, campaignId, errorCode as number, at)
}
