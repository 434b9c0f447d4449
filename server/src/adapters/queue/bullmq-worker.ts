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
import { type BullEngine, type BullTiming, type JobData, KEY_PREFIX, NO_END, RETRY_MS } from './bullmq-engine.ts'

type BullJob = Job<JobData, void, string>

/** How a try ended. `deadReason` is what `onDead` could not take over yet. */
type Outcome = { kind: 'finished' } | { kind: 'failed' } | { kind: 'postponed'; delayMs: number; deadReason?: string }

/** How long a stop may take beyond its grace period, to hand the unfinished jobs back. */
const HAND_BACK_MS_MAX = 2_000

/** Takes jobs from now on; `ready` rejects when the server cannot be reached, and the worker is then to be stopped. */
export function startWorker<C>(
  engine: BullEngine<C>,
  lane: string,
  options: WorkOptions,
  timing: BullTiming,
  onError: (error: Error) => void,
): QueueWorker & { ready: Promise<void> } {
  /** One entry per running job: ends the wait for it, while the handler itself cannot be stopped. */
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
    await settle(job, token, outcome, () => isOver)
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
      maxStalledCount: NO_END,
      runRetryDelay: RETRY_MS,
    },
    engine.createBackend,
  )
  worker.on('error', onError)

  let stopping: Promise<void> | undefined
  const stop = (graceMs: number) => {
    stopping ??= (async () => {
      const closed = worker.close().catch(onError)
      if (await endsWithin(closed, graceMs)) return
      for (const abandon of abandons) abandon()
      if (await endsWithin(closed, HAND_BACK_MS_MAX)) return
      isOver = true
      await endsWithin(worker.letGo().catch(onError), HAND_BACK_MS_MAX)
    })()
    return stopping
  }

  return { stop, ready: worker.waitUntilReady() }
}

/** While the server is away BullMQ's `close` waits for it, and meanwhile its timers keep the process from ending. */
class StoppableWorker<B extends IQueueBackend, C> extends BullWorker<JobData, void, string, B, JobProgress, C> {
  async letGo() {
    await this.lockManager.close()
    await this.backend.close(true)
  }
}

/** Every error of the handler is an outcome. */
async function runOnce(
  job: BullJob,
  options: WorkOptions,
  timing: BullTiming,
  onError: (error: Error) => void,
): Promise<Outcome> {
  const running = toRunningJob(job)
  const ended =
    job.data.deadReason ??
    lostTooOften(job, options.lostWorkersMax ?? timing.lostWorkersMax) ??
    (await tryHandler(running, job.data, options))
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

/** A job that takes its process down never gets to fail; without this it would take down one worker after another. */
function lostTooOften(job: BullJob, lostWorkersMax: number) {
  if (job.stalledCounter <= lostWorkersMax) return undefined
  return `The worker crashed ${job.stalledCounter} times while running this job.`
}

async function settle(job: BullJob, token: string | undefined, outcome: Outcome, isOver: () => boolean): Promise<void> {
  switch (outcome.kind) {
    case 'finished':
      return
    case 'failed':
      // BullMQ counts the try and waits the backoff. It would keep the handler's message, which nobody reads there.
      throw new Error('The job handler threw an error.')
    case 'postponed': {
      const { delayMs, deadReason } = outcome
      if (deadReason !== undefined) await untilServerIsBack(() => job.updateData({ ...job.data, deadReason }), isOver)
      // BullMQ's time is the machine's, also where the product's clock has been moved, in whole milliseconds.
      await untilServerIsBack(() => job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(delayMs)), token), isOver)
      throw new DelayedError()
    }
    default:
      assertNever(outcome)
  }
}

/** A postponed job must not count as a failed one because the server was away for a moment. */
async function untilServerIsBack(action: () => Promise<void>, isOver: () => boolean) {
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
})

/** BullMQ refuses whole numbers and colons as ids; the port takes any text. */
export const bullJobId = (id: string) => `_${encodeURIComponent(id)}`
const portJobId = (id: string) => decodeURIComponent(id.slice(1))

const REASON_LENGTH_MAX = 1_000

/** PostgreSQL stores no NUL. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, REASON_LENGTH_MAX)

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  try {
    return await Promise.race([work.then(() => true), sleep(ms, false, { signal: timer.signal }).catch(() => false)])
  } finally {
    timer.abort()
  }
}
