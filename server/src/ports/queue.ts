/**
 * Work that happens later, at least once.
 *
 * - A job runs at least once, so a handler must tolerate a second run. When its process is killed, another worker runs
 *   the job again within 30 s.
 * - While a job is in the queue, adding its `id` again has no effect. The id is forgotten when the job has run, so
 *   correctness must not depend on it.
 * - A handler that throws is called again after `backoffMs`, which doubles, for up to `attempts` attempts. After the
 *   last one, or at once when it throws `PermanentFailure`, the job is passed to `onDead` and leaves the queue.
 *   `RetryLater` postpones the job without counting an attempt.
 * - The payload contains ids, never personal data.
 */
export interface Queue {
  /** Adds all jobs in one round trip. Each lane is a separate queue, so that slow work never delays fast work. */
  add(lane: string, jobs: readonly QueuedJob[]): Promise<void>
  /** Removes a waiting or delayed job. Returns false when there is none, or it is already running. */
  remove(lane: string, id: string): Promise<boolean>
  work(lane: string, options: WorkOptions): Promise<QueueWorker>
  depth(lane: string): Promise<{ waiting: number; delayed: number; active: number }>
  close(): Promise<void>
}

export interface QueuedJob {
  id: string
  name: string
  payload: Readonly<Record<string, unknown>>
  attempts: number
  backoffMs: number
  delayMs?: number
  /** 0 is the default and runs first; larger numbers run later. */
  priority?: number
  /** The operation that the job continues; see ports/tracer.ts. */
  traceparent?: string | undefined
}

export interface RunningJob {
  id: string
  name: string
  payload: Readonly<Record<string, unknown>>
  /** 1 on the first attempt. */
  attempt: number
  /** How long the job has been due when it starts for the first time. */
  waitedMs?: number | undefined
  traceparent?: string | undefined
}

export interface DeadJob extends RunningJob {
  reason: string
}

export interface WorkOptions {
  concurrency: number
  /** A job that lost its worker more often than this is taken for the cause. The default is the adapter's. */
  lostWorkersMax?: number
  handle(job: RunningJob): Promise<void>
  /** May be called more than once for the same job. While it throws, the job stays in the queue. */
  onDead(job: DeadJob): Promise<void>
}

export interface QueueWorker {
  /** Takes no new jobs and waits for running ones, at most `graceMs`. Unfinished jobs run again elsewhere. */
  stop(graceMs: number): Promise<void>
}

/** Thrown by a handler when another attempt cannot help. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/** Thrown by a handler when it is too early. The attempt does not count. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly delayMs: number
  constructor(delayMs: number) {
    super(`run again in ${delayMs} ms`)
    this.delayMs = delayMs
  }
}
