import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendFactory, IQueueBackend } from 'bullmq'

/** What differs between PostgreSQL and Redis; everything else is shared. */
export interface BullEngine<C> {
  /** For adding and removing: fails within seconds while the server is away. */
  producer: C
  /** For workers: waits until the server is back. */
  consumer: C
  createBackend: BackendFactory<IQueueBackend, C>
  close(): Promise<void>
}

/** What BullMQ stores of a job. `deadReason` is set once a dead job could not be handed over, so it is not run again. */
export interface JobData {
  payload: Readonly<Record<string, unknown>>
  attempts: number
  deadReason?: string
}

export interface BullTiming {
  /** A running job belongs to its worker for this long; the worker renews it at half time. */
  lockMs: number
  /** How often the jobs of dead workers are looked for. One is found in the second look after its lock ended. */
  stalledCheckMs: number
  /** When `onDead` threw, the job is offered to it again after this. */
  deadRetryMs: number
  /** A job that lost its worker more often than this is taken for what killed it. */
  lostWorkersMax: number
}

/** A killed worker's job runs again after at most lockMs + 2 × stalledCheckMs, twice the lease. */
export const leaseOf = (seconds: number) => ({ lockMs: seconds * 1_000, stalledCheckMs: seconds * 500 })

/** Twenty seconds; the port promises 30. */
export const DEFAULT_TIMING: BullTiming = {
  ...leaseOf(10),
  deadRetryMs: 10_000,
  lostWorkersMax: 3,
}

/** Pause before the server is asked again after a fault. */
export const RETRY_MS = 1_000

/** BullMQ itself never gives a job up, for tries or for lost workers: that is decided where `onDead` can be told. */
export const NO_END = 2 ** 31 - 1

export const KEY_PREFIX = 'queue'

/** BullMQ's event log has no reader here, so it is kept as short as it can be; 0 would keep it all on PostgreSQL. */
export const EVENTS_KEPT = 1

/** BullMQ asks for the next job again at once after most faults; without a pause an outage would be a busy loop. */
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
