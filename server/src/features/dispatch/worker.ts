import type { Running } from '../../platform/concurrency/repeat.ts'
import type { Deps } from '../../platform/deps.ts'
import { RetryLater } from '../../ports/queue.ts'
import { MESSAGE_LANE, readBatch } from './batch.ts'
import { sendBatch } from './send-batch.ts'

const BATCHES_AT_ONCE = 16
/** With what the queue needs to hand jobs back, this leaves the rest of a stop its share of ten seconds. */
const STOP_GRACE_MS = 3_500

/**
 * Works off the queue of messages. Its jobs are no promises: the messages themselves wait in the log, so one that fails
 * is simply gone, and its messages come again when their lease ends.
 */
export async function messageWorker(deps: Deps): Promise<Running> {
  const worker = await deps.queue.work(MESSAGE_LANE, {
    concurrency: BATCHES_AT_ONCE,
    async handle(job) {
      const batch = readBatch(job)
      // Written by newer code, while an upgrade is under way: its messages come again.
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
