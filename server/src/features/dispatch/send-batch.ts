import type { VendorId } from '../../domain/ids.ts'
import { PROVIDER_ERRORS, providerError } from '../../domain/messaging/provider-errors.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSpan } from '../../platform/tracing.ts'
import { ProviderRefused } from '../../ports/messaging-provider.ts'
import { RetryLater } from '../../ports/queue.ts'
import { runningCampaignsForShare } from '../campaigns/running-campaigns.ts'
import { claimMessages, findQueued, type QueuedMessage } from '../messages/sending/claim.ts'
import { releaseLeases } from '../messages/sending/lease.ts'
import { releaseClaims } from '../messages/sending/outcomes.ts'
import { failMessages } from '../messages/settlement/fail.ts'
import { notify } from '../notifications/notify.ts'
import { maySend } from '../subscriptions/lifecycle/current.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import type { Batch } from './batch.ts'
import { callProvider, retryWrite } from './call-provider.ts'
import { type Draft, draftMessages } from './draft.ts'
import { failExpiredReplies } from './expired-replies.ts'
import { type Permits, takePermits } from './permits.ts'
import { readProviderState, stopSending } from './provider/provider-state.ts'
import { type Answered, recordAnswers } from './record-answers.ts'

/** Without permits a job waits for up to a second, with jitter, so that jobs do not take permits in bursts. */
const WAIT_MS_MAX = 1_000
const WAIT_MS_MIN = 100

/**
 * Sends a batch: takes permits, claims that many messages and commits, calls the provider for all of them concurrently,
 * and records the outcomes. A crash leaves at most the calls in flight with an unknown outcome, and no message is sent
 * twice. All decisions are based on the database and never on the job.
 */
export async function sendBatch(deps: Deps, { vendorId, messageIds, isExpress }: Batch): Promise<void> {
  const now = deps.clock.now()
  const [state, isAllowed, queued] = await Promise.all([
    readProviderState(deps.db),
    maySend(deps.db, deps, vendorId, now),
    findQueued(deps, vendorId, messageIds, now),
  ])
  if (state.stoppedAt !== null) return releaseLeases(deps.db, vendorId, messageIds)
  const open = await failExpiredReplies(deps, vendorId, queued, now)
  if (!isAllowed) return failIfClosed(deps, vendorId, open, now)
  const drafts = await draftOrStop(deps, vendorId, open, now)
  if (drafts === 'stopped') return releaseLeases(deps.db, vendorId, messageIds)
  if (drafts.failed.length > 0) await inTransaction(deps.db, (tx) => failMessages(tx, vendorId, drafts.failed, now))
  const { ready } = drafts
  if (ready.length === 0) return

  const permits = await takePermits(deps, ready.length, { isExpress, isSlow: state.isSlow })
  if (permits.granted > 0) await sendTraced(deps, vendorId, ready.slice(0, permits.granted), permits, now)
  if (permits.granted < ready.length) throw new RetryLater(waitMs(permits, isExpress))
}

/** A closed account sends nothing any more. Otherwise the leases stay, and the messages are tried again in a few seconds. */
async function failIfClosed(deps: Deps, vendorId: VendorId, queued: readonly QueuedMessage[], now: Date) {
  if (!(await isClosedOrClosing(deps.db, vendorId))) return
  const failures = queued.map(({ id }) => ({ id, errorCode: 'ACCOUNT_CLOSED' }))
  await inTransaction(deps.db, (tx) => failMessages(tx, vendorId, failures, now))
}

/** Uploading a header file may be the first call to meet an error of the account. */
async function draftOrStop(deps: Deps, vendorId: VendorId, queued: readonly QueuedMessage[], now: Date) {
  try {
    return await draftMessages(deps, vendorId, queued, now)
  } catch (error) {
    if (!(error instanceof ProviderRefused) || providerError(error.code).action !== 'STOP_ALL') throw error
    await inTransaction(deps.db, (tx) => stopSending(tx, deps, error.code, now))
    return 'stopped'
  }
}

const waitMs = ({ retryAfterMs }: Permits, isExpress: boolean) =>
  isExpress
    ? Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, retryAfterMs))
    : WAIT_MS_MIN + Math.random() * (WAIT_MS_MAX - WAIT_MS_MIN)

/** As a step of the operation that launched the campaign; of the first, where a batch has messages of several. */
function sendTraced(deps: Deps, vendorId: VendorId, drafts: readonly Draft[], permits: Permits, now: Date) {
  const parent = drafts.find(({ traceparent }) => traceparent)?.traceparent ?? undefined
  const attributes = { 'harkara.vendor.id': vendorId, 'harkara.messages': drafts.length }
  const send = () => sendDrafts(deps, vendorId, drafts, permits, now)
  return inSpan(deps.tracer, 'messages.send', { kind: 'consumer', parent, attributes }, send)
}

async function sendDrafts(deps: Deps, vendorId: VendorId, drafts: readonly Draft[], permits: Permits, now: Date) {
  const campaignIds = [...new Set(drafts.flatMap(({ campaignId }) => campaignId ?? []))]
  const { claimed, unfunded } = await claimMessages(
    deps,
    vendorId,
    drafts,
    runningCampaignsForShare(vendorId, campaignIds),
    now,
  )
  crashPoint('dispatch.claimed')
  const { answered, uncalled } = await inSpan(
    deps.tracer,
    'provider.send',
    { kind: 'client', attributes: { 'harkara.messages': claimed.length } },
    () => callProvider(deps, claimed, permits),
  )
  crashPoint('dispatch.answered')
  await retryWrite(async () => {
    if (answered.length > 0) await recordAnswers(deps, vendorId, answered)
    if (uncalled.length > 0) await releaseClaims(deps, vendorId, uncalled)
  })
  recordMetrics(deps, answered, now)
  if (unfunded > 0) await notifyUnfunded(deps, vendorId, now)
  const notClaimed = drafts.filter((draft) => !claimed.includes(draft)).map(({ id }) => id)
  if (notClaimed.length > 0) await releaseLeases(deps.db, vendorId, notClaimed)
}

function recordMetrics({ metrics }: Pick<Deps, 'metrics'>, answered: readonly Answered[], now: Date) {
  for (const { draft, answer } of answered) {
    const outcome = answer.kind === 'refused' ? providerError(answer.code).action : answer.kind
    if (answer.kind === 'refused')
      metrics.messageErrors.inc({ code: answer.code in PROVIDER_ERRORS ? String(answer.code) : 'other' })
    metrics.messageCalls.inc({ outcome: outcome.toLowerCase().replace('-', '_') })
    metrics.messageWaitSeconds.observe(Math.max(0, (now.getTime() - draft.dueAt.getTime()) / 1_000))
  }
}

/** Once a day, however many messages wait for money. */
async function notifyUnfunded(deps: Pick<Deps, 'db'>, vendorId: VendorId, now: Date) {
  const cause = `messages-waiting-${now.toISOString().slice(0, 10)}`
  await inTransaction(deps.db, (tx) => notify(tx, vendorId, { kind: 'MESSAGES_WAITING' }, cause, now))
}
