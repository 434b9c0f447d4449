import type { VendorId } from '../../domain/ids.ts'
import { pauseReasonOf } from '../../domain/messaging/provider-errors.ts'
import { decideSendOutcome, globalEffectsOf } from '../../domain/messaging/sending/send-outcome.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { providerIdsOf } from '../../platform/crypto/provider-ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SendOutcome } from '../../ports/messaging-provider.ts'
import { pauseForProviderError } from '../campaigns/lifecycle/pause-for-provider.ts'
import { recordOutcomes } from '../messages/sending/outcomes.ts'
import type { Draft } from './draft.ts'
import { slowDown, stopSending } from './provider/provider-state.ts'

export interface Answered {
  draft: Draft
  answer: SendOutcome
}

/**
 * Records the provider's answers. Errors that concern other messages come first, so that few further calls meet them
 * and no requeued message is sent before. A failure of that step does not prevent the outcomes from being recorded: the
 * next call would meet the same error.
 */
export async function recordAnswers(deps: Deps, vendorId: VendorId, answered: readonly Answered[]): Promise<void> {
  const now = deps.clock.now()
  await handleAccountErrors(deps, answered, now).catch((err: unknown) =>
    deps.log.error({ event: 'dispatch.stop_failed', err }),
  )
  await pauseRefusedCampaigns(deps, vendorId, answered, now).catch((err: unknown) =>
    deps.log.error({ event: 'dispatch.pause_failed', err }),
  )
  const ids = await providerIdsOf(deps, deps.db)
  await recordOutcomes(
    deps,
    vendorId,
    answered.map(({ draft, answer }) => ({
      id: draft.id,
      isSingle: draft.campaignId === null,
      ...decideSendOutcome(
        answer.kind === 'accepted' ? { ...answer, wamid: ids.seal(answer.wamid) } : answer,
        { retryCount: draft.retryCount, isSingle: draft.campaignId === null },
        Math.random(),
      ),
    })),
    now,
  )
  crashPoint('dispatch.recorded')
}

async function handleAccountErrors(deps: Deps, answered: readonly Answered[], now: Date) {
  const { stopCode, slowSeconds, isUnreachable } = globalEffectsOf(answered.map(({ answer }) => answer))
  if (isUnreachable) deps.log.error({ event: 'provider.unreachable' })
  if (slowSeconds > 0) await slowDown(deps, slowSeconds)
  if (stopCode !== undefined) await inTransaction(deps.db, (tx) => stopSending(tx, deps, stopCode, now))
}

/** Pauses campaigns that the provider refuses, and for a refused template all campaigns with it. */
async function pauseRefusedCampaigns(deps: Deps, vendorId: VendorId, answered: readonly Answered[], now: Date) {
  const refusals = new Map(
    answered.flatMap(({ draft: { campaignId }, answer }) =>
      campaignId !== null && answer.kind === 'refused' && pauseReasonOf(answer.code)
        ? [[`${campaignId} ${answer.code}`, { campaignId, code: answer.code }] as const]
        : [],
    ),
  )
  for (const { campaignId, code } of refusals.values())
    await pauseForProviderError(deps, vendorId, campaignId, code, now)
}
