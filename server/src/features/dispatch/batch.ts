import { z } from 'zod'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { Lane } from '../../platform/jobs.ts'
import type { QueuedJob, RunningJob } from '../../ports/queue.ts'

export const MESSAGE_LANE: Lane = 'messages'
const JOB_NAME = 'messages.send'

/**
 * What the queue holds: messages of one vendor. Losing it loses nothing, for its messages still wait in the log, and
 * having it twice sends nothing twice.
 */
const Batch = z.strictObject({
  vendorId: z.uuid(),
  /** The database knows its ids; checking fifty of them here would cost more than the rest of reading a job. */
  messageIds: z.array(z.string()).min(1).max(50),
  /** Takes of the permits that are kept for those in a hurry. */
  isExpress: z.boolean(),
})
export type Batch = Omit<z.output<typeof Batch>, 'vendorId'> & { vendorId: VendorId }

/** A failure here is one of ours, before anybody was called: few tries, then the lease ends and all begins anew. */
const TRIES = { attempts: 2, backoffMs: 1_000 }

export const jobOf = (batch: Batch, priority: number): QueuedJob => ({
  id: newId<'batch'>(),
  name: JOB_NAME,
  payload: batch,
  priority,
  ...TRIES,
})

export function readBatch({ payload }: Pick<RunningJob, 'payload'>): Batch | undefined {
  const read = Batch.safeParse(payload)
  return read.success ? (read.data as Batch) : undefined
}
