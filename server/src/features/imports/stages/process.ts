import type { CountryCode } from '../../../domain/contacts/country.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { withPhoneKinds } from '../../../domain/imports/mapping/phone-kinds.ts'
import type { RowRules } from '../../../domain/imports/rows/contacts-of-row.ts'
import { majorityOf } from '../../../domain/imports/rows/majority.ts'
import { BufferPool } from '../../../platform/caching/buffer-pool.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { FieldCipher, FieldKeys } from '../../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { countryOf } from '../../vendors/members.ts'
import { openHead, openMapping } from '../encrypted-columns.ts'
import { processChunks, resolveRows } from '../jobs.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import { ignoreSuperseded, Superseded } from '../staging/revision.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision } from '../tables.ts'
import { type ChunkKey, enqueueRunners, type RunnerPayload, runChunks } from './chunk-runners.ts'
import type { EvaluatedChunk } from './evaluate-rows.ts'
import type { EvaluateTask } from './evaluate-rows-thread.ts'
import { splitChunk } from './split-chunk.ts'

/**
 * Enqueues the chunk runners once the mapping is known. The job is locked and nothing of it is staged. The vendor's
 * country is stored, because all later work on the rows has to read them alike.
 */
export async function beginProcessing(tx: Tx, vendorId: VendorId, job: sql.JobRow, change: sql.JobUpdate, now: Date) {
  const to = job.status === 'AWAITING_MAPPING' ? (['MAPPING_CONFIRMED', 'QUEUED'] as const) : (['QUEUED'] as const)
  const vendor_country = await countryOf(tx, vendorId)
  await sql.transitionJob(tx, vendorId, job.id, [job.status], to, now, { ...change, vendor_country })
  await staging.insertStagingMarker(tx, vendorId, job.id, true)
  await enqueueRunners(tx, vendorId, job, processChunks, now)
}

/** One runner, which processes chunks until all rows of the import are staged. */
export const processImportChunks = (deps: Deps, vendorId: VendorId, { jobId, runner, revision }: RunnerPayload) =>
  runChunks(
    async () => {
      const job = await sql.findJob(deps.db, vendorId, jobId)
      if (job?.revision !== revision || (job.status !== 'QUEUED' && job.status !== 'PROCESSING')) return undefined
      const states = job.majority_country === null ? (['STORED'] as const) : (['STORED', 'SIFTED'] as const)
      return inTransaction(deps.db, (tx) => chunks.claimChunk(tx, vendorId, job, runner, states))
    },
    (firstRow) => processOneChunk(deps, vendorId, { jobId, firstRow }),
  )

/**
 * Evaluates the rows of one chunk into staged contacts and failed rows. Rows with a number whose country depends on the
 * majority of the file wait; they are evaluated again once every chunk has voted.
 */
export async function processOneChunk(deps: Deps, vendorId: VendorId, { jobId, firstRow }: ChunkKey) {
  const job = await startIfQueued(deps, vendorId, jobId)
  if (job?.status !== 'PROCESSING') return
  const chunk = await chunks.recordAttempt(deps.db, vendorId, job, firstRow)
  if (chunk?.state !== 'STORED' && chunk?.state !== 'SIFTED') return
  const evaluated = await evaluateOrSplit(deps, vendorId, job, chunk)
  if (!evaluated) return
  await inTransaction(deps.db, (tx) => stageWithin(tx, vendorId, job, chunk, evaluated, deps.clock.now())).catch(
    ignoreSuperseded,
  )
  bufferPool.giveBack(evaluated.contacts)
}

/** The first chunk moves the job to PROCESSING. */
async function startIfQueued(deps: Deps, vendorId: VendorId, jobId: string) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'QUEUED') return job
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.transitionJob(tx, vendorId, jobId, ['QUEUED'], ['PROCESSING'], now))
  return sql.findJob(deps.db, vendorId, jobId)
}

/** Attempts on a chunk that crashes its thread before it is split in half to find the row that causes it. */
const CHUNK_ATTEMPTS_MAX = 2
/** One more for what cannot be split. A later attempt follows one that killed its process. */
const LAST_ATTEMPT = CHUNK_ATTEMPTS_MAX + 1
/** Other chunks run first before a crashed one is retried. */
const CRASH_RETRY_MS = 250
/**
 * No file has half as many chunks. An import that reached this number by splitting has too many bad rows to isolate
 * each.
 */
const CHUNKS_MAX = 1_000

async function evaluateOrSplit(deps: Deps, vendorId: VendorId, job: sql.JobRow, chunk: chunks.ChunkRow) {
  const task = await buildEvaluateTask(deps, vendorId, job, chunk)
  if (chunk.tries <= CHUNK_ATTEMPTS_MAX) {
    try {
      return await evaluateInThread(deps, task)
    } catch (err) {
      deps.log.warn({ event: 'imports.chunk_crashed', jobId: job.id, firstRow: chunk.first_row, try: chunk.tries, err })
      // The chunk has counted this attempt. The attempts of the queue job are for failures that affect all chunks.
      if (chunk.tries < CHUNK_ATTEMPTS_MAX) throw new RetryLater(CRASH_RETRY_MS)
    }
  }
  if (chunk.row_count === 1 || (await hasTooManyChunks(deps, vendorId, chunk)))
    return chunk.tries > LAST_ATTEMPT ? failInThread(deps, task) : evaluateOrFail(deps, task)
  await splitChunk(deps, vendorId, job, chunk).catch(ignoreSuperseded)
  return undefined
}

const hasTooManyChunks = async ({ db }: Deps, vendorId: VendorId, { job_id, state }: chunks.ChunkRow) =>
  state === 'STORED' && (await chunks.findChunkTotals(db, vendorId, job_id)).chunks >= CHUNKS_MAX

/**
 * Retries once, because the earlier attempts may have failed for other reasons; if it crashes again, all its rows fail.
 */
export const evaluateOrFail = (deps: Pick<Deps, 'threads'>, task: EvaluateTask) =>
  evaluateInThread(deps, task).catch(() => failInThread(deps, task))

const failInThread = (deps: Pick<Deps, 'threads'>, task: EvaluateTask) =>
  evaluateInThread(deps, { ...task, isPoison: true })

/** Buffers for staged contacts, one for each chunk that is processed at a time. */
const bufferPool = new BufferPool(4, 4 * 1024 * 1024)

/** The CPU-heavy part: normalising, hashing and encrypting. */
export function evaluateInThread(deps: Pick<Deps, 'threads'>, task: EvaluateTask): Promise<EvaluatedChunk> {
  const buffer = bufferPool.take()
  const withBuffer = buffer ? withTransfer({ ...task, input: { ...task.input, buffer } }, buffer) : task
  return deps.threads.run(import.meta.url, './evaluate-rows-thread', withBuffer)
}

export async function buildEvaluateTask(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  job: sql.JobRow,
  chunk: chunks.ChunkRow,
): Promise<EvaluateTask> {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const { keys, rules } = await rulesOf(deps, vendorId, job)
  return {
    keys,
    isPoison: false,
    input: {
      vendorId,
      jobId: job.id,
      rowsCipher: chunk.rows_cipher,
      firstRow: chunk.first_row,
      rules,
      ...(chunk.state === 'SIFTED' && { onlyRows: chunk.parked_rows }),
      ...parentOf(cipher, job),
    },
  }
}

/** How all rows of the job are read, and the keys that a thread needs for it. */
export async function rulesOf(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  job: sql.JobRow,
): Promise<{ keys: FieldKeys; rules: RowRules }> {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const { columns } = openHead(cipher, job.head_cipher as Buffer)
  return {
    keys: await deps.keyring.keysOf(deps.db, vendorId),
    rules: {
      columns: withPhoneKinds(columns, openMapping(cipher, job.mapping_cipher as Buffer)),
      // Null: an older version of the product began to process the rows.
      vendorCountry: (job.vendor_country ?? (await countryOf(deps.db, vendorId))) as CountryCode,
      ...(job.default_country && { defaultCountry: job.default_country as CountryCode }),
      majority: job.majority_country === null ? undefined : ((job.majority_country || null) as CountryCode | null),
      labels: job.labels,
    },
  }
}

function parentOf(cipher: FieldCipher, { parent_job_id: jobId, head_cipher }: sql.JobRow) {
  const column = jobId && head_cipher ? openHead(cipher, head_cipher).rowIdColumn : undefined
  return jobId && column !== undefined ? { parent: { jobId, column } } : {}
}

async function stageWithin(
  tx: Tx,
  vendorId: VendorId,
  { id: jobId, revision }: ImportRevision,
  chunk: chunks.ChunkRow,
  evaluated: EvaluatedChunk,
  now: Date,
) {
  await staging.copyStaged(tx, evaluated)
  const job = await sql.lockJob(tx, vendorId, jobId)
  const state = evaluated.waitingRows.length > 0 ? 'SIFTED' : 'STAGED'
  const isSaved =
    job?.status === 'PROCESSING' &&
    job.revision === revision &&
    (await chunks.updateChunk(tx, vendorId, jobId, chunk.first_row, chunk.state, {
      state,
      claimed_by: null,
      tries: 0,
      parked_rows: evaluated.waitingRows,
      corrected_rows: evaluated.correctedRows,
      parent_rows: evaluated.parentRows,
      ...(chunk.state === 'STORED' && { votes: JSON.stringify(evaluated.votes) }),
      valid_rows: chunk.valid_rows + evaluated.validRows,
      invalid_rows: chunk.invalid_rows + evaluated.invalidRows,
      warning_rows: chunk.warning_rows + evaluated.warningRows,
      contacts: chunk.contacts + evaluated.contactCount,
    }))
  if (!isSaved) throw new Superseded()
  await enqueueNextStage(tx, vendorId, job, now)
}

const SECOND_ROUND = 1

/** After the last chunk, starts the second round for waiting rows or the next stage. */
async function enqueueNextStage(tx: Tx, vendorId: VendorId, job: sql.JobRow, now: Date) {
  const { stored, sifted } = await chunks.findChunkTotals(tx, vendorId, job.id)
  if (stored > 0) return
  if (sifted === 0) return addToOutbox(tx, vendorId, resolveRows, { jobId: job.id, revision: job.revision }, now)
  if (job.majority_country !== null) return
  const majority = majorityOf(await chunks.countCountryVotes(tx, vendorId, job.id))
  await sql.updateJob(tx, vendorId, job.id, { majority_country: majority ?? '' })
  await enqueueRunners(tx, vendorId, job, processChunks, now, SECOND_ROUND)
}
