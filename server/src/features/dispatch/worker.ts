import type { Running } from '../../platform/concurrency/repeat.ts'
import type { Deps } from '../../platform/deps.ts'
import { RetryLater } from '../../ports/queue.ts'
import { MESSAGE_LANE, readBatch } from './batch.ts'
import { sendBatch } from './send-batch.ts'

const BATCHES_AT_ONCE = 16
/** A process must stop within ten seconds; the queue needs part of them to return unfinished jobs. */
const STOP_GRACE_MS = 3_500

/**
 * Runs the jobs of the message queue. A failed job may be dropped: its messages stay QUEUED in the message log and are
 * leased again.
 */
export async function messageWorker(deps: Deps): Promise<Running> {
  const worker = await deps.queue.work(MESSAGE_LANE, {
    concurrency: BATCHES_AT_ONCE,
    async handle(job) {
      const batch = readBatch(job)
      // Added by a newer version during an upgrade: its messages are leased again.
      if (!batch) return
      try {
        await sendBatch(deps, batch)
      } catch (err) {
        if (!(err instanceof RetryLater)) deps.log.warn({ event: 'dispatch.batch_failed', jobId: job.id, err })
        throw err
      }
    },
    onDead: async () => {},
  })
  return { stop: () => worker.stop(STOP_GRACE_MS) }
}
