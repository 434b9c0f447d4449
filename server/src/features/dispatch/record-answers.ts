import type { VendorId } from '../../domain/ids.ts'
import { pauseReasonOf } from '../../domain/messaging/provider-errors.ts'
import { alarmOf, decideSendOutcome } from '../../domain/messaging/send-outcome.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SendOutcome } from '../../ports/messaging-provider.ts'
import { pauseForProvider } from '../campaigns/lifecycle/pause-for-provider.ts'
import { recordOutcomes } from '../messages/sending/outcomes.ts'
import type { Draft } from './draft.ts'
import { slowDown, stopSending } from './provider/provider-state.ts'

export interface Answered {
  draft: Draft
  answer: SendOutcome
}

/**
 * Writes down what the provider said. What concerns others too comes first, so that as few calls as possible still run
 * into it, and nothing that goes back to the queue is sent before that. The messages' own outcomes follow whatever
 * happens to it: the next call would find the same.
 */
export async function recordAnswers(deps: Deps, vendorId: VendorId, answered: readonly Answered[]): Promise<void> {
  const now = deps.clock.now()
  const failed = (err: unknown) => deps.log.error({ event: 'dispatch.alarm_failed', err })
  await raiseAlarm(deps, answered, now).catch(failed)
  await pauseTroubled(deps, vendorId, answered, now).catch(failed)
  await recordOutcomes(
    deps,
    vendorId,
    answered.map(({ draft, answer }) => ({
      id: draft.id,
      isSingle: draft.campaignId === null,
      ...decideSendOutcome(
        answer,
        { retryCount: draft.retryCount, isSingle: draft.campaignId === null },
        Math.random(),
      ),
    })),
    now,
  )
  crashPoint('dispatch.recorded')
}

async function raiseAlarm(deps: Deps, answered: readonly Answered[], now: Date) {
  const { stopCode, slowSeconds, isUnreachable } = alarmOf(answered.map(({ answer }) => answer))
  if (isUnreachable) deps.log.error({ event: 'provider.unreachable' })
  if (slowSeconds > 0) await slowDown(deps, slowSeconds)
  if (stopCode !== undefined) await inTransaction(deps.db, (tx) => stopSending(tx, deps, stopCode, now))
}

/** A campaign that the provider will not have goes no further, nor do others of a template that it will not have. */
async function pauseTroubled(deps: Deps, vendorId: VendorId, answered: readonly Answered[], now: Date) {
  const troubled = new Map(
    answered.flatMap(({ draft: { campaignId }, answer }) =>
      campaignId !== null && answer.kind === 'refused' && pauseReasonOf(answer.code)
        ? [[`${campaignId} ${answer.code}`, { campaignId, code: answer.code }] as const]
        : [],
    ),
  )
  for (const { campaignId, code } of troubled.values()) await pauseForProvider(deps, vendorId, campaignId, code, now)
}
