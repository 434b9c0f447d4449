import { availableParallelism } from 'node:os'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { JobDefinition } from '../../../platform/jobs.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { addToOutbox } from '../../outbox/add.ts'
import type { ImportRevision } from '../tables.ts'

export interface ChunkKey {
  jobId: string
  firstRow: number
}

export interface RunnerPayload {
  jobId: string
  runner: number
  revision: number
}

const RUNNERS_MAX = 4
/**
 * How many runners work on one import at a time, each on one chunk after the other. More than one per processor would
 * only slow other work down.
 */
const RUNNERS = Math.min(RUNNERS_MAX, Math.max(2, availableParallelism()))

/**
 * A chunk is claimed by a runner's number, so the runners of a later round have other numbers: a runner that is still
 * at work must not share its chunk with a new runner of the same number.
 */
export async function enqueueRunners(
  tx: Tx,
  vendorId: VendorId,
  { id: jobId, revision }: ImportRevision,
  job: JobDefinition<RunnerPayload>,
  now: Date,
  round = 0,
) {
  for (let runner = 1; runner <= RUNNERS; runner++)
    await addToOutbox(tx, vendorId, job, { jobId, runner: round * RUNNERS_MAX + runner, revision }, now)
}

/** How long one runner may occupy a worker before waiting jobs get their turn. */
const TURN_MS = 3_000

/**
 * Claims and processes one chunk after the other. A runner that was killed finds its chunk again, which is still
 * claimed by its number.
 */
export async function runChunks(
  claim: () => Promise<number | undefined>,
  work: (firstRow: number) => Promise<void>,
): Promise<void> {
  const until = performance.now() + TURN_MS
  for (let firstRow = await claim(); firstRow !== undefined; firstRow = await claim()) {
    await work(firstRow)
    if (performance.now() > until) throw new RetryLater(1)
  }
}
