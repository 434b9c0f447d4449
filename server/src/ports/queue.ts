/**
 * Work that happens later, at least once.
 *
 * - A job runs at least once; a handler must bear running twice. When the process running it is killed, another
 *   worker runs it again within 30 s.
 * - `id` names the job while it is in the queue: adding the same id again then changes nothing. Once it has run, the
 *   id is forgotten, so correctness never rests on it.
 * - A handler that throws is tried again after `backoffMs`, doubling, up to `attempts` tries. After the last one, or at
 *   once when it throws `PermanentFailure`, the job is handed to `onDead` and leaves the queue. `RetryLater` postpones the job
 *   without using up a try.
 * - The payload holds ids, never personal data.
 */
export interface Queue {
  /** Adds all jobs in one round trip. Each lane is a queue of its own, so that slow work never delays quick work. */
  add(lane: string, jobs: readonly QueuedJob[]): Promise<void>
  /** Takes a job that waits or is delayed out of the queue; false when there is none, or it already runs. */
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
  /** 0 is the default and runs first; larger numbers wait behind smaller ones. */
  priority?: number
}

export interface RunningJob {
  id: string
  name: string
  payload: Readonly<Record<string, unknown>>
  /** 1 on the first try. */
  attempt: number
}

export interface DeadJob extends RunningJob {
  reason: string
}

export interface WorkOptions {
  concurrency: number
  /** A job that lost its worker more often than this is taken for what killed it; the adapter's own measure if not given. */
  lostWorkersMax?: number
  handle(job: RunningJob): Promise<void>
  /** May be called more than once for the same job. While it throws, the job stays in the queue. */
  onDead(job: DeadJob): Promise<void>
}

export interface QueueWorker {
  /** Takes no new jobs and waits for the running ones, at most `graceMs`; what is left then runs elsewhere, later. */
  stop(graceMs: number): Promise<void>
}

/** Thrown by a handler: another try cannot help. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/** Thrown by a handler: not now; the try does not count. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly delayMs: number
  constructor(delayMs: number) {
    super(`run again in ${delayMs} ms`)
    this.delayMs = delayMs
  }
}
