import { setTimeout as sleep } from 'node:timers/promises'
import {
  Worker as BullWorker,
  DelayedError,
  type IQueueBackend,
  isNotConnectionError,
  type Job,
  type JobProgress,
} from 'bullmq'
import { assertNever } from '../../domain/assert.ts'
import { PermanentFailure, type QueueWorker, RetryLater, type RunningJob, type WorkOptions } from '../../ports/queue.ts'
import { type BullEngine, type BullTiming, type JobData, KEY_PREFIX, RETRY_MS, UNLIMITED } from './bullmq-engine.ts'

type BullJob = Job<JobData, void, string>

/** How an attempt ended. `deadReason` is what `onDead` could not take over yet. */
type Outcome = { kind: 'finished' } | { kind: 'failed' } | { kind: 'postponed'; delayMs: number; deadReason?: string }

/** How long a stop may take beyond its grace period to hand unfinished jobs back. */
const HAND_BACK_MS_MAX = 2_000

/** Starts taking jobs. `ready` rejects when the server cannot be reached; the worker must then be stopped. */
export function startWorker<C>(
  engine: BullEngine<C>,
  lane: string,
  options: WorkOptions,
  timing: BullTiming,
  onError: (error: Error) => void,
): QueueWorker & { ready: Promise<void> } {
  /** One entry for each running job: ends the wait for it, because the handler itself cannot be stopped. */
  const abandons = new Set<() => void>()
  let isOver = false

  const processJob = async (job: BullJob, token?: string) => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const abandon = () => resolve({ kind: 'postponed', delayMs: timing.lockMs })
      abandons.add(abandon)
      runOnce(job, options, timing, onError)
        .then(resolve, reject)
        .finally(() => abandons.delete(abandon))
    })
    await applyOutcome(job, token, outcome, timing.nowMs, () => isOver)
  }

  const worker = new StoppableWorker(
    lane,
    processJob,
    {
      connection: engine.consumer,
      prefix: KEY_PREFIX,
      concurrency: options.concurrency,
      lockDuration: timing.lockMs,
      stalledInterval: timing.stalledCheckMs,
      maxStalledCount: UNLIMITED,
      runRetryDelay: RETRY_MS,
    },
    engine.createBackend,
  )
  worker.on('error', onError)

  let stopping: Promise<void> | undefined
  const stop = (graceMs: number) => {
    stopping ??= (async () => {
      const closed = worker.close().catch(onError)
      if (await settlesWithin(closed, graceMs)) return
      for (const abandon of abandons) abandon()
      if (await settlesWithin(closed, HAND_BACK_MS_MAX)) return
      isOver = true
      await settlesWithin(worker.forceClose().catch(onError), HAND_BACK_MS_MAX)
    })()
    return stopping
  }

  return { stop, ready: worker.waitUntilReady() }
}

/** While the server is down BullMQ's `close` waits for it, and its timers keep the process alive. */
class StoppableWorker<B extends IQueueBackend, C> extends BullWorker<JobData, void, string, B, JobProgress, C> {
  async forceClose() {
    await this.lockManager.close()
    await this.backend.close(true)
  }
}

/** Turns every error of the handler into an outcome. */
async function runOnce(
  job: BullJob,
  options: WorkOptions,
  timing: BullTiming,
  onError: (error: Error) => void,
): Promise<Outcome> {
  const running = toRunningJob(job)
  const ended =
    job.data.deadReason ??
    stalledTooOften(job, options.lostWorkersMax ?? timing.lostWorkersMax) ??
    (await tryHandler({ ...running, waitedMs: waitedMs(job, timing.nowMs()) }, job.data, options))
  if (typeof ended !== 'string') return ended
  try {
    await options.onDead({ ...running, reason: ended })
    return { kind: 'finished' }
  } catch (error) {
    onError(new Error(`A failed job could not be moved to the dead letters: ${messageOf(error)}`, { cause: error }))
    return { kind: 'postponed', delayMs: timing.deadRetryMs, deadReason: ended }
  }
}

/** The outcome, or the reason why the job is dead. */
async function tryHandler(running: RunningJob, data: JobData, options: WorkOptions): Promise<Outcome | string> {
  try {
    await options.handle(running)
    return { kind: 'finished' }
  } catch (error) {
    if (error instanceof RetryLater) return { kind: 'postponed', delayMs: error.delayMs }
    if (error instanceof PermanentFailure || running.attempt >= data.attempts) return messageOf(error)
    return { kind: 'failed' }
  }
}

/**
 * A job that crashes its process never reports a failure; without this limit it would crash one worker after another.
 */
function stalledTooOften(job: BullJob, lostWorkersMax: number) {
  if (job.stalledCounter <= lostWorkersMax) return undefined
  return `The worker crashed ${job.stalledCounter} times while running this job.`
}

async function applyOutcome(
  job: BullJob,
  token: string | undefined,
  outcome: Outcome,
  nowMs: () => number,
  isOver: () => boolean,
): Promise<void> {
  switch (outcome.kind) {
    case 'finished':
      return
    case 'failed':
      // BullMQ counts the attempt and waits for the backoff. It would store the handler's message, which has no reader
      // there.
      throw new Error('The job handler threw an error.')
    case 'postponed': {
      const { delayMs, deadReason } = outcome
      if (deadReason !== undefined) await retryUntilConnected(() => job.updateData({ ...job.data, deadReason }), isOver)
      // BullMQ wants real time in whole milliseconds, even if the product's clock has been moved.
      const due = Math.floor(nowMs()) + Math.max(1, Math.ceil(delayMs))
      await retryUntilConnected(() => job.moveToDelayed(due, token), isOver)
      throw new DelayedError()
    }
    default:
      assertNever(outcome)
  }
}

/** A postponed job must not count as failed because the server was unreachable for a moment. */
async function retryUntilConnected(action: () => Promise<void>, isOver: () => boolean) {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (isOver() || !(error instanceof Error) || isNotConnectionError(error)) throw error
      await sleep(RETRY_MS)
    }
  }
}

const toRunningJob = (job: BullJob): RunningJob => ({
  id: portJobId(job.id ?? ''),
  name: job.name,
  payload: job.data.payload,
  attempt: job.attemptsMade + 1,
  traceparent: job.data.traceparent,
})

const waitedMs = (job: BullJob, nowMs: number) =>
  job.attemptsStarted === 1 ? Math.max(0, nowMs - job.timestamp - (job.opts.delay ?? 0)) : undefined

/** BullMQ does not accept integers and colons as ids; the port accepts any text. */
export const bullJobId = (id: string) => `_${encodeURIComponent(id)}`
const portJobId = (id: string) => decodeURIComponent(id.slice(1))

const REASON_LENGTH_MAX = 1_000

/** PostgreSQL does not accept NUL in text. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, REASON_LENGTH_MAX)

async function settlesWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  try {
    return await Promise.race([work.then(() => true), sleep(ms, false, { signal: timer.signal }).catch(() => false)])
  } finally {
    timer.abort()
  }
}
