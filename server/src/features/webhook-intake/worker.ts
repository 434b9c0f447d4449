import { assert } from '../../domain/assert.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { WEBHOOK_TRIES_MAX, WEBHOOKS_PER_POLL_MAX } from '../../domain/limits.ts'
import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Background } from '../../platform/config/role.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { safeError } from '../../platform/log.ts'
import { inSpan } from '../../platform/tracing.ts'
import { deadLetterWebhook } from '../outbox/dead-letters.ts'
import * as sql from './cross-vendor.sql.ts'
import { BODY, intakeWakeups } from './intake.ts'

const PAUSE_MS_MIN = 20

/**
 * The outcome of an event. FLAGGED: it, or a part of it, had no effect, and `flag` says why; with `needsOperator` it becomes a dead
 * letter. `about` is the payment and `vendorId` its vendor, where known. LATER: another process is handling it; retry
 * soon.
 */
export type EventOutcome =
  | { kind: 'DONE' }
  | { kind: 'FLAGGED'; flag: string; needsOperator: boolean; about?: string; vendorId?: VendorId }
  | { kind: 'LATER'; seconds: number }
export const DONE: EventOutcome = { kind: 'DONE' }

interface ReceivedEvent {
  body: Buffer
  receivedAt: Date
  /** It was flagged before, so an operator has had it processed again. */
  isReplay?: boolean
}

/** May be called more than once for an event, also concurrently. Throws to be retried. */
export type EventHandler = (deps: Deps, event: ReceivedEvent) => Promise<EventOutcome>

type Handlers = Partial<Record<sql.Source, EventHandler>>

/**
 * Processes stored webhooks. Safe with any number of processes; when one is killed, its events are leased again. Bulk
 * events have a lane of their own: during a campaign there may be a backlog of them, and nothing else waits behind it. A
 * webhook that this process stores ends the pauses.
 */
export function webhookIntakeWorker(handlers: Handlers): Background {
  return async (deps) => {
    const lanes = [workLane(deps, handlers, false), workLane(deps, handlers, true)]
    return {
      async stop() {
        await Promise.all(lanes.map((lane) => lane.stop()))
      },
    }
  }
}

function workLane(deps: Deps, handlers: Handlers, isBulk: boolean) {
  let pauseMs = PAUSE_MS_MIN
  const worker = repeat(deps.log, 'webhook_intake.worker', async () => {
    const processed = await processDue(deps, handlers, { isBulk, limit: WEBHOOKS_PER_POLL_MAX })
    if (processed === WEBHOOKS_PER_POLL_MAX) return 0
    pauseMs = processed > 0 ? PAUSE_MS_MIN : Math.min(deps.config.IDLE_POLL_MS, pauseMs * 2)
    return pauseMs
  })
  return intakeWakeups.register(worker)
}

/** One poll: claims up to `limit` due events, oldest first, and processes them concurrently. Returns their number. */
export async function processDue(deps: Deps, handlers: Handlers, lane: { isBulk: boolean; limit: number }) {
  const sources = Object.keys(handlers) as sql.Source[]
  const lease = deps.config.WEBHOOK_LOCK_TTL_SECONDS
  const events = await sql.claimDue(deps.db, { sources, ...lane }, deps.clock.now(), lease)
  await Promise.all(events.map((event) => processEvent(deps, handlers, event)))
  return events.length
}

async function processEvent(deps: Deps, handlers: Handlers, event: sql.ClaimedEvent) {
  const handle = handlers[event.source]
  assert(handle, 'only events with a handler are claimed')
  try {
    const cipher = await deps.keyring.of(deps.db, PLATFORM)
    const { receivedAt, about } = event
    const received = { body: cipher.openBytes(BODY, event.bodyCipher), receivedAt, isReplay: about !== null }
    const outcome = await inSpan(
      deps.tracer,
      `webhook ${event.source.toLowerCase()}`,
      { kind: 'consumer', parent: event.traceparent ?? undefined, attributes: { 'harkara.webhook.id': event.id } },
      () => handle(deps, received),
    )
    crashPoint('webhook.before-done')
    await inTransaction(deps.db, (tx) => recordOutcomeWithin(tx, event, outcome, deps.clock.now()))
    if (outcome.kind !== 'LATER') recordWait(deps, event)
    if (outcome.kind === 'FLAGGED') logFlagged(deps, event, outcome)
  } catch (err) {
    deps.log.warn({
      event: 'webhook_intake.failed',
      inboxId: event.id,
      source: event.source,
      attempt: event.attempts,
      err,
    })
    await inTransaction(deps.db, (tx) => recordFailureWithin(tx, event, reasonOf(err), deps.clock.now()))
  }
}

function recordWait({ clock, metrics }: Pick<Deps, 'clock' | 'metrics'>, { source, receivedAt }: sql.ClaimedEvent) {
  const seconds = (clock.now().getTime() - receivedAt.getTime()) / 1_000
  metrics.webhookWaitSeconds.observe({ source: source.toLowerCase() }, Math.max(0, seconds))
}

async function recordOutcomeWithin(tx: Tx, event: sql.ClaimedEvent, outcome: EventOutcome, now: Date) {
  switch (outcome.kind) {
    case 'DONE':
      await sql.setProcessed(tx, event.id, 'DONE', {}, now)
      return
    case 'FLAGGED':
      await sql.setProcessed(tx, event.id, 'FLAGGED', outcome, now)
      if (outcome.needsOperator) await moveToDeadLetters(tx, event, outcome.flag, now, outcome.vendorId)
      return
    case 'LATER':
      await sql.setNextTry(tx, event.id, event.attempts - 1, secondsAfter(now, outcome.seconds))
  }
}

/** Retries after one second, then twice as long each time: about nine minutes until the event is a dead letter. */
async function recordFailureWithin(tx: Tx, event: sql.ClaimedEvent, reason: string, now: Date) {
  if (event.attempts < WEBHOOK_TRIES_MAX) {
    await sql.setNextTry(tx, event.id, event.attempts, secondsAfter(now, 2 ** (event.attempts - 1)))
    return
  }
  await sql.setProcessed(tx, event.id, 'DEAD', {}, now)
  await moveToDeadLetters(tx, event, reason, now)
}

const moveToDeadLetters = (
  tx: Tx,
  { id, source, attempts }: sql.ClaimedEvent,
  reason: string,
  now: Date,
  vendorId?: VendorId,
) => deadLetterWebhook(tx, { id, name: source, reason, attempts, vendorId }, now)

/** Logged as an error when an operator is needed: money may have moved that is not recorded. */
function logFlagged(deps: Deps, event: sql.ClaimedEvent, { flag, needsOperator }: EventOutcome & { kind: 'FLAGGED' }) {
  const line = { event: 'webhook_intake.flagged', inboxId: event.id, source: event.source, flag }
  if (needsOperator) deps.log.error(line)
  else deps.log.info(line)
}

/** Error messages of other systems may contain personal data. */
function reasonOf(err: unknown) {
  const { type, code, message } = safeError(err)
  return message ?? [type, code].filter(Boolean).join(' ')
}

const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)
