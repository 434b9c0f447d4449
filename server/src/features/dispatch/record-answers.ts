import type { VendorId } from '../../domain/ids.ts'
import { pauseReasonOf, providerError } from '../../domain/messaging/provider-errors.ts'
import { alarmOf, judge } from '../../domain/messaging/verdict.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SendOutcome } from '../../ports/messaging-provider.ts'
import { pauseCampaign } from '../campaigns/pause.ts'
import { recordOutcomes } from '../messages/outcomes.ts'
import type { Draft } from './draft.ts'
import { slowDown, stopSending } from './provider-state.ts'

export interface Answered {
  draft: Draft
  answer: SendOutcome
}

/**
 * Writes down what the provider said. What concerns everybody comes first, so that as few calls as possible still run
 * into it; the messages' own outcomes follow whatever happens to that.
 */
export async function recordAnswers(deps: Deps, vendorId: VendorId, answered: readonly Answered[]): Promise<void> {
  const now = deps.clock.now()
  await raiseAlarm(deps, answered, now).catch((err: unknown) => deps.log.error({ event: 'dispatch.alarm_failed', err }))
  await recordOutcomes(
    deps,
    vendorId,
    answered.map(({ draft, answer }) => ({
      id: draft.id,
      isSingle: draft.campaignId === null,
      ...judge(answer, draft.retryCount, Math.random()),
    })),
    now,
  )
  crashPoint('dispatch.recorded')
  await pauseTroubled(deps, vendorId, answered, now)
}

async function raiseAlarm(deps: Deps, answered: readonly Answered[], now: Date) {
  const { stopCode, slowSeconds, isUnreachable } = alarmOf(answered.map(({ answer }) => answer))
  if (isUnreachable) deps.log.error({ event: 'provider.unreachable' })
  if (slowSeconds > 0) await slowDown(deps, slowSeconds)
  if (stopCode !== undefined) await inTransaction(deps.db, (tx) => stopSending(tx, deps, stopCode, now))
}

/** A campaign that the provider will not have goes no further. */
async function pauseTroubled(deps: Deps, vendorId: VendorId, answered: readonly Answered[], now: Date) {
  const troubled = new Map(
    answered.flatMap(({ draft: { campaignId }, answer }) =>
      campaignId !== null && answer.kind === 'refused' && providerError(answer.code).class === 'PAUSE_CAMPAIGN'
        ? [[campaignId, answer.code] as const]
        : [],
    ),
  )
  for (const [campaignId, code] of troubled)
    await inTransaction(deps.db, (tx) => pauseCampaign(tx, vendorId, campaignId, pauseReasonOf(code), now))
}
