import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobDefinition } from '../../../platform/jobs.ts'
import { addToOutbox, withdrawFromOutbox } from '../../outbox/add.ts'
import { processAgain, readFile } from '../jobs.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import * as staging from '../staging/staging.sql.ts'
import { beginProcessing } from './process.ts'

/**
 * Replaces the mapping of a processed import, whose row the caller has locked. Resets the chunks in the same
 * transaction, so that the staged rows of the old mapping are no longer used. A job deletes those rows, because there can
 * be a million.
 */
export async function replaceMapping(tx: Tx, vendorId: VendorId, job: sql.JobRow, change: sql.JobUpdate, now: Date) {
  await beginRevision(tx, vendorId, job, change, processAgain, now)
  await chunks.resetChunks(tx, vendorId, job.id)
}

/** Reads the file of an import, which is locked, once more. Nothing of the first reading is left. */
export async function readAgain(tx: Tx, vendorId: VendorId, job: sql.JobRow, change: sql.JobUpdate, now: Date) {
  const unread = { ...change, total_rows: null, head_cipher: null, mapping_cipher: null }
  await beginRevision(tx, vendorId, job, unread, readFile, now)
  await chunks.deleteChunks(tx, vendorId, job.id)
}

/** The new revision ends all work on the earlier one. */
async function beginRevision(
  tx: Tx,
  vendorId: VendorId,
  job: sql.JobRow,
  change: sql.JobUpdate,
  next: JobDefinition<Payload>,
  now: Date,
) {
  const revision = job.revision + 1
  const replaced = { ...change, ...UNPROCESSED, revision, review_version: job.review_version + 1 }
  await sql.transitionJob(tx, vendorId, job.id, [job.status], ['MAPPING_CONFIRMED'], now, replaced)
  await withdrawFromOutbox(tx, vendorId, { jobId: job.id })
  await addToOutbox(tx, vendorId, next, { jobId: job.id, revision }, now)
}

const UNPROCESSED = {
  repairs_digest: 0n,
  majority_country: null,
  resolved_strategy: null,
  resolved_at_transaction: null,
  warning_rows: null,
  summary: null,
}

interface Payload {
  jobId: string
  revision: number
}

/** Discards what the earlier mapping gave and starts with the new one, in one transaction. */
export const processImportAgain = (deps: Deps, vendorId: VendorId, payload: Payload) =>
  inTransaction(deps.db, (tx) => processAgainWithin(tx, vendorId, payload, deps.clock.now()))

async function processAgainWithin(tx: Tx, vendorId: VendorId, { jobId, revision }: Payload, now: Date) {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (job?.status !== 'MAPPING_CONFIRMED' || job.revision !== revision) return
  await staging.deleteStaged(tx, vendorId, jobId)
  await beginProcessing(tx, vendorId, job, {}, now)
}
