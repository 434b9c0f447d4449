import { z } from 'zod'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { Lane } from '../../platform/jobs.ts'
import type { QueuedJob, RunningJob } from '../../ports/queue.ts'

export const MESSAGE_LANE: Lane = 'messages'
const JOB_NAME = 'messages.send'

/**
 * The payload of a queue job: messages of one vendor. Losing a job loses no messages, because they stay QUEUED in the
 * message log. Running a job twice sends nothing twice.
 */
const Batch = z.strictObject({
  vendorId: z.uuid(),
  /** Not checked for being UUIDs: that would cost more than parsing the rest of the job. */
  messageIds: z.array(z.string()).min(1).max(50),
  /** May use the permits that are reserved for urgent messages. */
  isExpress: z.boolean(),
})
export type Batch = Omit<z.output<typeof Batch>, 'vendorId'> & { vendorId: VendorId }

/** A job fails before the provider is called. Few attempts are enough: the messages are leased again afterwards. */
const ATTEMPTS = { attempts: 2, backoffMs: 1_000 }

export const toJob = (batch: Batch, priority: number): QueuedJob => ({
  id: newId<'batch'>(),
  name: JOB_NAME,
  payload: batch,
  priority,
  ...ATTEMPTS,
})

export function readBatch({ payload }: Pick<RunningJob, 'payload'>): Batch | undefined {
  const read = Batch.safeParse(payload)
  return read.success ? (read.data as Batch) : undefined
}
