import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { RetryLater } from '../../../ports/queue.ts'
import * as chunks from '../chunks.sql.ts'
import * as sql from '../sql.ts'
import * as staging from '../staging.sql.ts'
import { type ResolveDeps, stagingLock } from './merge-decisions.ts'
import { evaluateInThread, evaluateOrFail, evaluateTask } from './process.ts'
import { resolveWithStrategy } from './resolve-with-strategy.ts'

type StageDeps = ResolveDeps & Pick<Deps, 'lock'>

/** All rows are staged: duplicates inside the file are found, and the preview is computed. Then a person decides. */
export async function resolveImport(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'PROCESSING') return
  await stageOrWait(deps, vendorId, job)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.moveJob(tx, vendorId, jobId, ['PROCESSING'], ['PENDING_REVIEW'], now))
}

/** Staged rows do not survive a crash of the database. They are made again from the chunks, exactly as they were. */
export async function stageImportAgain(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job && job.purged_at === null) await stageOrWait(deps, vendorId, job)
}

/** For jobs: when somebody else is at it, they come back later. */
export async function stageOrWait(deps: StageDeps, vendorId: VendorId, job: sql.JobRow) {
  if (!(await stageMissingRows(deps, vendorId, job))) throw new RetryLater(BUSY_MS)
}

const LOCK_SECONDS = 120
const BUSY_MS = 500

/**
 * Afterwards everything is staged, and decided by the job's strategy. The lock saves double work, nothing more: doing it
 * twice at once ends the same. False: somebody else is at it.
 */
export async function stageMissingRows(deps: StageDeps, vendorId: VendorId, job: sql.JobRow): Promise<boolean> {
  if (await isReady(deps, vendorId, job)) return true
  const outcome = await deps.lock.tryWith(stagingLock(job.id), LOCK_SECONDS, async () => {
    const isStaged = await staging.isStaged(deps.db, vendorId, job.id)
    if (!isStaged) await stageAllAgain(deps, vendorId, job)
    await resolveWithStrategy(deps, vendorId, job, job.merge_strategy)
    // Last: rows that are staged again but not resolved are not ready, though the job was resolved before.
    if (!isStaged && !(await inTransaction(deps.db, (tx) => staging.completeMark(tx, vendorId, job.id))))
      throw new Error('the database crashed while rows were staged again')
  })
  return !outcome.busy
}

const isReady = async (deps: StageDeps, vendorId: VendorId, job: sql.JobRow) =>
  job.resolved_strategy === job.merge_strategy && (await staging.isStaged(deps.db, vendorId, job.id))

async function stageAllAgain(deps: StageDeps, vendorId: VendorId, job: sql.JobRow) {
  await inTransaction(deps.db, (tx) => staging.insertMark(tx, vendorId, job.id, false))
  for (const { firstRow } of await chunks.chunkRanges(deps.db, vendorId, job.id)) {
    const chunk = await chunks.findChunk(deps.db, vendorId, job.id, firstRow)
    if (!chunk) continue
    const sift = chunk.valid_rows === 0 ? evaluateOrFail : evaluateInThread
    const sifted = await sift(deps, await evaluateTask(deps, vendorId, job, chunk))
    const range = { firstRow, lastRow: chunk.last_row }
    await inTransaction(deps.db, async (tx) => {
      await staging.deleteStaged(tx, vendorId, job.id, range)
      await staging.copyStaged(tx, sifted)
    })
  }
}
