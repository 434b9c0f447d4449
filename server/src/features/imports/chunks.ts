import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { addToOutbox } from '../outbox/add.ts'
import * as sql from './chunks.sql.ts'
import type { ChunkState } from './tables.ts'

export interface OfChunk {
  jobId: string
  firstRow: number
}

/**
 * So many chunks of one import are on their way at a time. Each that is done promises the next, so that a large file
 * never stands between a small one and the workers.
 */
const CHUNKS_IN_FLIGHT = 4

export async function promiseNext(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  state: ChunkState,
  job: JobDefinition<OfChunk>,
  now: Date,
) {
  const wanted = CHUNKS_IN_FLIGHT - (await sql.countPromised(tx, vendorId, jobId))
  for (const firstRow of wanted > 0 ? await sql.promiseChunks(tx, vendorId, jobId, state, wanted) : [])
    await addToOutbox(tx, vendorId, job, { jobId, firstRow }, now)
}

/** Somebody else did this chunk, or the import has moved on: nothing of this transaction may stay. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

export function leaveToOthers(error: unknown) {
  if (!(error instanceof Overtaken)) throw error
}
