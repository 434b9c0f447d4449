import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendFactory, IQueueBackend } from 'bullmq'

/** The differences between PostgreSQL and Redis; everything else is shared. */
export interface BullEngine<C> {
  /** For adding and removing: fails within seconds while the server is down. */
  producer: C
  /** For workers: waits until the server is back. */
  consumer: C
  createBackend: BackendFactory<IQueueBackend, C>
  close(): Promise<void>
}

/**
 * The data that BullMQ stores of a job. `deadReason` is set once `onDead` has failed, so that the job is not run again.
 */
export interface JobData {
  payload: Readonly<Record<string, unknown>>
  attempts: number
  deadReason?: string
  traceparent?: string
}

export interface BullTiming {
  /** How long a running job is locked by its worker, which renews the lock at half time. */
  lockMs: number
  /** How often the jobs of dead workers are searched for. A job is found by the second check after its lock expired. */
  stalledCheckMs: number
  /** When `onDead` threw, it is called again after this. */
  deadRetryMs: number
  /** A job that lost its worker more often than this is taken for the cause. */
  lostWorkersMax: number
  /** Real time, which other machines compare with theirs. The product's clock may have been moved. */
  nowMs: () => number
}

/** The job of a killed worker runs again after at most lockMs + 2 × stalledCheckMs, which is twice the lease. */
export const leaseTiming = (seconds: number) => ({ lockMs: seconds * 1_000, stalledCheckMs: seconds * 500 })

/** At most twenty seconds; the port promises 30. */
export const DEFAULT_TIMING: BullTiming = {
  ...leaseTiming(10),
  deadRetryMs: 10_000,
  lostWorkersMax: 3,
  nowMs: () => Date.now(),
}

/** Pause before the server is contacted again after an error. */
export const RETRY_MS = 1_000

/** BullMQ must never fail a job for its attempts or lost workers: that is decided where `onDead` can be called. */
export const UNLIMITED = 2 ** 31 - 1

export const KEY_PREFIX = 'queue'

/** BullMQ's event log has no reader here, so it is kept as short as possible; 0 would keep everything on PostgreSQL. */
export const EVENTS_KEPT = 1

/** BullMQ fetches the next job immediately after most errors; without a pause an outage would be a busy loop. */
export function withPauseAfterFault<C>(
  createBackend: BackendFactory<IQueueBackend, C>,
): BackendFactory<IQueueBackend, C> {
  return (...args) => {
    const backend = createBackend(...args)
    const moveToActive = backend.moveToActive.bind(backend)
    backend.moveToActive = async (...claim) => {
      try {
        return await moveToActive(...claim)
      } catch (error) {
        await sleep(RETRY_MS)
        throw error
      }
    }
    return backend
  }
}
