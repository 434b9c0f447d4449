import type { Clock } from '../../../src/platform/clock/clock.ts'
import { PermanentFailure, type Queue, type QueuedJob, RetryLater, type WorkOptions } from '../../../src/ports/queue.ts'

interface StoredJob extends QueuedJob {
  dueAt: number
  attempt: number
  place: number
  /** Why it will not run again, while nobody has taken note of that. */
  reason?: string
}

/**
 * The queue in memory, on the product's clock. Nothing runs by itself: `runDue` runs what is due, one job at a time, so
 * that the same calls always happen in the same order.
 */
export class MemoryQueue implements Queue {
  private readonly lanes = new Map<string, Map<string, StoredJob>>()
  private readonly workers = new Map<string, WorkOptions>()
  private readonly clock: Clock
  private places = 0

  constructor(clock: Clock) {
    this.clock = clock
  }

  async add(lane: string, jobs: readonly QueuedJob[]) {
    const stored = this.lane(lane)
    for (const job of jobs) {
      if (stored.has(job.id)) continue
      const dueAt = this.clock.now().getTime() + (job.delayMs ?? 0)
      stored.set(job.id, { ...job, dueAt, attempt: 1, place: ++this.places })
    }
  }

  async remove(lane: string, id: string) {
    return this.lane(lane).delete(id)
  }

  async work(lane: string, options: WorkOptions) {
    this.workers.set(lane, options)
    return { stop: async () => void this.workers.delete(lane) }
  }

  async depth(lane: string) {
    const now = this.clock.now().getTime()
    const jobs = [...this.lane(lane).values()]
    const delayed = jobs.filter(({ dueAt }) => dueAt > now).length
    return { waiting: jobs.length - delayed, delayed, active: 0 }
  }

  async close() {}

  /** What a queue without durable storage loses when its process is killed. */
  lose() {
    this.lanes.clear()
  }

  /** Runs all jobs that are due, in order of priority and arrival. Returns how many there were. */
  async runDue(): Promise<number> {
    let ran = 0
    for (const [lane, options] of this.workers)
      for (let job = this.next(lane); job; job = this.next(lane)) {
        await this.run(lane, options, job)
        ran++
      }
    return ran
  }

  private next(lane: string): StoredJob | undefined {
    const now = this.clock.now().getTime()
    let first: StoredJob | undefined
    for (const job of this.lane(lane).values()) if (job.dueAt <= now && (!first || isBefore(job, first))) first = job
    return first
  }

  private async run(lane: string, { handle, onDead }: WorkOptions, job: StoredJob) {
    const { id, name, payload, attempt } = job
    const running = { id, name, payload, attempt }
    const now = this.clock.now().getTime()
    try {
      if (job.reason === undefined) await handle(running)
    } catch (error) {
      if (error instanceof RetryLater) {
        job.dueAt = now + Math.max(1, error.delayMs)
        return
      }
      if (!(error instanceof PermanentFailure) && attempt < job.attempts) {
        Object.assign(job, { dueAt: now + job.backoffMs * 2 ** (attempt - 1), attempt: attempt + 1 })
        return
      }
      job.reason = error instanceof Error ? error.message : String(error)
    }
    if (job.reason !== undefined) await onDead({ ...running, reason: job.reason })
    this.lane(lane).delete(id)
  }

  private lane(name: string) {
    const lane = this.lanes.get(name) ?? new Map<string, StoredJob>()
    this.lanes.set(name, lane)
    return lane
  }
}

const isBefore = (a: StoredJob, b: StoredJob) =>
  (a.priority ?? 0) !== (b.priority ?? 0) ? (a.priority ?? 0) < (b.priority ?? 0) : a.place < b.place
