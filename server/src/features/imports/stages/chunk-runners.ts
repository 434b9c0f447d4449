import { availableParallelism } from 'node:os'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { JobDefinition } from '../../../platform/jobs.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { addToOutbox } from '../../outbox/add.ts'

export interface OfChunk {
  jobId: string
  firstRow: number
}

export interface OfRunner {
  jobId: string
  runner: number
}

const RUNNERS_MAX = 4
/** So many work on one import at a time, each on one chunk after the other. More than processors would only hold others up. */
const RUNNERS = Math.min(RUNNERS_MAX, Math.max(2, availableParallelism()))

/**
 * A chunk is claimed by a runner's number, so those of a later round have others: whoever is still at work must not meet
 * a second one who takes his chunk for the own.
 */
export async function enqueueRunners(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  job: JobDefinition<OfRunner>,
  now: Date,
  round = 0,
) {
  for (let runner = 1; runner <= RUNNERS; runner++)
    await addToOutbox(tx, vendorId, job, { jobId, runner: round * RUNNERS_MAX + runner }, now)
}

/** How long one runner may keep a worker, before others who wait have their turn. */
const TURN_MS = 3_000

/**
 * Takes chunks that wait and works them off. A runner that was killed finds its chunk again: it is still claimed by the
 * same number.
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

/** Somebody else did this chunk, or the import has moved on: nothing of this transaction may stay. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

export function continueElsewhere(error: unknown) {
  if (!(error instanceof Overtaken)) throw error
}
