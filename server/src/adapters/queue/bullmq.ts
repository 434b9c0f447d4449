import { Queue as BullQueue, type IQueueBackend, type JobsOptions } from 'bullmq'
import type { Queue, QueuedJob, QueueWorker } from '../../ports/queue.ts'
import {
  type BullEngine,
  type BullTiming,
  DEFAULT_TIMING,
  EVENTS_KEPT,
  type JobData,
  KEY_PREFIX,
  UNLIMITED,
} from './bullmq-engine.ts'
import { postgresEngine } from './bullmq-postgres.ts'
import { redisEngine } from './bullmq-redis.ts'
import { bullJobId, startWorker } from './bullmq-worker.ts'

export interface BullQueueOptions {
  engine: { kind: 'postgres'; url: string } | { kind: 'redis'; url: string }
  /** Called for errors that reach no caller: a lost connection, a lock that could not be renewed. */
  onError: (error: Error) => void
  timing?: Partial<BullTiming>
}

/** Rejects if the server cannot be reached now; later outages are waited out. */
export async function createBullQueue(options: BullQueueOptions): Promise<Queue> {
  const onError = withoutRepeatedErrors(options.onError)
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const { kind, url } = options.engine
  return kind === 'postgres'
    ? queueOn(await postgresEngine(url, onError), timing, onError)
    : queueOn(await redisEngine(url, onError), timing, onError)
}

function queueOn<C>(engine: BullEngine<C>, timing: BullTiming, onError: (error: Error) => void): Queue {
  const lanes = new Map<string, Promise<LaneQueue<C>>>()
  const workers = new Set<QueueWorker>()
  let closing: Promise<void> | undefined

  /** On a closed queue BullMQ's calls would never settle. */
  const assertOpen = () => {
    if (closing) throw new Error('The queue is closed.')
  }

  /** BullMQ keeps a failed start forever, so a lane that could not be opened is dropped and opened again. */
  const laneQueue = (lane: string) => {
    assertOpen()
    const existing = lanes.get(lane)
    if (existing) return existing
    const opening = openLane(engine, lane, onError)
    lanes.set(lane, opening)
    opening.catch(() => lanes.delete(lane))
    return opening
  }

  return {
    async add(lane, jobs) {
      const queue = await laneQueue(lane)
      const [first, ...others] = jobs.map((job) => toBullJob(job, timing.nowMs()))
      if (!first) return
      // A single job avoids the temporary tables of the bulk statement on PostgreSQL.
      if (others.length === 0) await queue.add(first.name, first.data, first.opts)
      else await queue.addBulk([first, ...others])
    },
    async remove(lane, id) {
      return (await (await laneQueue(lane)).remove(bullJobId(id))) > 0
    },
    async work(lane, options) {
      assertOpen()
      const worker = startWorker(engine, lane, options, timing, onError)
      workers.add(worker)
      const stop = async (graceMs: number) => {
        await worker.stop(graceMs)
        workers.delete(worker)
      }
      try {
        await worker.ready
      } catch (error) {
        await stop(0)
        throw error
      }
      return { stop }
    },
    async depth(lane) {
      const counts = await (await laneQueue(lane)).getJobCounts('waiting', 'prioritized', 'delayed', 'active')
      const of = (state: string) => counts[state] ?? 0
      return { waiting: of('waiting') + of('prioritized'), delayed: of('delayed'), active: of('active') }
    },
    close() {
      closing ??= (async () => {
        await Promise.all([...workers].map((worker) => worker.stop(0)))
        const opened = await Promise.allSettled(lanes.values())
        await Promise.all(opened.map((lane) => (lane.status === 'fulfilled' ? lane.value.close() : undefined)))
        await engine.close()
      })()
      return closing
    },
  }
}

type LaneQueue<C> = BullQueue<JobData, void, string, JobData, void, string, IQueueBackend, C>

async function openLane<C>(engine: BullEngine<C>, lane: string, onError: (error: Error) => void) {
  const queue: LaneQueue<C> = new BullQueue(
    lane,
    {
      connection: engine.producer,
      prefix: KEY_PREFIX,
      skipWaitingForReady: true,
      streams: { events: { maxLen: EVENTS_KEPT } },
    },
    engine.createBackend,
  )
  queue.on('error', onError)
  try {
    await queue.waitUntilReady()
    return queue
  } catch (error) {
    queue.close().catch(onError)
    throw error
  }
}

/** A job that BullMQ considers completed is either done or dead; both leave the queue. */
function toBullJob(job: QueuedJob, nowMs: number) {
  const opts: JobsOptions = {
    jobId: bullJobId(job.id),
    attempts: UNLIMITED,
    backoff: { type: 'exponential', delay: job.backoffMs },
    timestamp: Math.floor(nowMs), // from which the delay counts
    delay: job.delayMs ?? 0,
    priority: job.priority ?? 0,
    removeOnComplete: true,
    stackTraceLimit: 0,
  }
  const { payload, attempts, traceparent } = job
  const data: JobData = { payload, attempts, ...(traceparent !== undefined && { traceparent }) }
  return { name: job.name, data, opts }
}

const REPEAT_AFTER_MS = 5_000
const MESSAGES_KEPT_MAX = 100

/** During an outage every lane reports the same error many times a second; it is passed on once in a while. */
function withoutRepeatedErrors(report: (error: Error) => void): (error: Error) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    const last = reportedAt.get(error.message)
    if (last !== undefined && now - last < REPEAT_AFTER_MS) return
    if (reportedAt.size >= MESSAGES_KEPT_MAX) reportedAt.clear()
    reportedAt.set(error.message, now)
    report(error)
  }
}
