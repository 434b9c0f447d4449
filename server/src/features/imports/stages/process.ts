import type { CountryCode } from '../../../domain/contacts/country.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { majorityOf } from '../../../domain/imports/rows/majority.ts'
import { BufferPool } from '../../../platform/caching/buffer-pool.ts'
import { withTransfer } from '../../../platform/concurrency/threads.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { countryOf } from '../../vendors/members.ts'
import * as chunks from '../chunks.sql.ts'
import { openMapping } from '../encrypted-columns.ts'
import { processChunks, resolveRows } from '../jobs.ts'
import * as sql from '../sql.ts'
import * as staging from '../staging.sql.ts'
import {
  continueElsewhere,
  enqueueRunners,
  type OfChunk,
  type OfRunner,
  Overtaken,
  runChunks,
} from './chunk-runners.ts'
import type { EvaluatedChunk } from './evaluate-rows.ts'
import type { EvaluateTask } from './evaluate-rows-thread.ts'
import { splitChunk } from './split-chunk.ts'

/** With the mapping known, chunk workers can begin. */
export async function beginProcessing(tx: Tx, vendorId: VendorId, jobId: string, change: sql.JobChange, now: Date) {
  const to = ['MAPPING_CONFIRMED', 'QUEUED'] as const
  if (!(await sql.moveJob(tx, vendorId, jobId, ['AWAITING_MAPPING'], to, now, change))) return false
  await staging.insertMark(tx, vendorId, jobId, true)
  await enqueueRunners(tx, vendorId, jobId, processChunks, now)
  return true
}

/** One of those who work on an import until all its rows are read. */
export const processImportChunks = (deps: Deps, vendorId: VendorId, { jobId, runner }: OfRunner) =>
  runChunks(
    async () => {
      const job = await sql.findJob(deps.db, vendorId, jobId)
      if (job?.status !== 'QUEUED' && job?.status !== 'PROCESSING') return undefined
      const waiting = job.majority_country === null ? (['STORED'] as const) : (['STORED', 'SIFTED'] as const)
      return inTransaction(deps.db, (tx) => chunks.claimChunk(tx, vendorId, jobId, runner, waiting))
    },
    (firstRow) => processOneChunk(deps, vendorId, { jobId, firstRow }),
  )

/**
 * Reads the rows of one chunk into staged contacts and failed rows. Rows with a number that only the file's majority can
 * place are parked: they are read again once every chunk has voted.
 */
export async function processOneChunk(deps: Deps, vendorId: VendorId, { jobId, firstRow }: OfChunk) {
  const job = await findBegun(deps, vendorId, jobId)
  const chunk = await chunks.noteTry(deps.db, vendorId, jobId, firstRow)
  if (job?.status !== 'PROCESSING' || (chunk?.state !== 'STORED' && chunk?.state !== 'SIFTED')) return
  const sifted = await siftOrSplit(deps, vendorId, job, chunk)
  if (!sifted) return
  await inTransaction(deps.db, (tx) => saveWithin(tx, vendorId, jobId, chunk, sifted, deps.clock.now())).catch(
    continueElsewhere,
  )
  rooms.giveBack(sifted.contacts)
}

/** The first chunk begins the job. */
async function findBegun(deps: Deps, vendorId: VendorId, jobId: string) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'QUEUED') return job
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.moveJob(tx, vendorId, jobId, ['QUEUED'], ['PROCESSING'], now))
  return sql.findJob(deps.db, vendorId, jobId)
}

/** How often a chunk may crash whoever reads it, before it is halved to find the row that does it. */
const CHUNK_TRIES_MAX = 2
/** Before a chunk is tried again, others have their turn. */
const CRASHED_MS = 250
/** No file has half as many. An import that came to so many has more bad rows than can be looked for one by one. */
const CHUNKS_MAX = 1_000

async function siftOrSplit(deps: Deps, vendorId: VendorId, job: sql.JobRow, chunk: chunks.ChunkRow) {
  const task = await evaluateTask(deps, vendorId, job, chunk)
  if (chunk.tries <= CHUNK_TRIES_MAX) {
    try {
      return await evaluateInThread(deps, task)
    } catch (err) {
      deps.log.warn({ event: 'imports.chunk_crashed', jobId: job.id, firstRow: chunk.first_row, try: chunk.tries, err })
      // It is the chunk that has failed, and has noted it. The tries of the job are for whatever happens to all chunks.
      if (chunk.tries < CHUNK_TRIES_MAX) throw new RetryLater(CRASHED_MS)
    }
  }
  if (chunk.row_count === 1 || (await isHopeless(deps, vendorId, chunk))) return evaluateOrFail(deps, task)
  await splitChunk(deps, vendorId, job.id, chunk)
  return undefined
}

const isHopeless = async ({ db }: Deps, vendorId: VendorId, { job_id, state }: chunks.ChunkRow) =>
  state === 'STORED' && (await chunks.totalsOf(db, vendorId, job_id)).chunks >= CHUNKS_MAX

/** If it crashes its reader once more, it is the one: its rows fail. The tries before may have had other reasons. */
export const evaluateOrFail = (deps: Pick<Deps, 'threads'>, task: EvaluateTask) =>
  evaluateInThread(deps, task).catch(() => evaluateInThread(deps, { ...task, isPoison: true }))

/** For the staged contacts of a chunk, and as many chunks as are worked on at a time. */
const rooms = new BufferPool(4, 4 * 1024 * 1024)

/** The heavy part: normalising, hashing, encrypting. */
export function evaluateInThread(deps: Pick<Deps, 'threads'>, task: EvaluateTask): Promise<EvaluatedChunk> {
  const room = rooms.take()
  const withRoom = room ? withTransfer({ ...task, input: { ...task.input, room } }, room) : task
  return deps.threads.run(import.meta.url, './evaluate-rows-thread', withRoom)
}

export async function evaluateTask(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  job: sql.JobRow,
  chunk: chunks.ChunkRow,
): Promise<EvaluateTask> {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  return {
    keys: await deps.keyring.keysOf(deps.db, vendorId),
    isPoison: false,
    input: {
      vendorId,
      jobId: job.id,
      rowsCipher: chunk.rows_cipher,
      firstRow: chunk.first_row,
      rules: {
        columns: openMapping(cipher, job.mapping_cipher as Buffer),
        vendorCountry: (await countryOf(deps.db, vendorId)) as CountryCode,
        ...(job.default_country && { defaultCountry: job.default_country as CountryCode }),
        majority: job.majority_country === null ? undefined : ((job.majority_country || null) as CountryCode | null),
        labels: job.labels,
      },
      ...(chunk.state === 'SIFTED' && { only: chunk.parked_rows }),
    },
  }
}

async function saveWithin(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  chunk: chunks.ChunkRow,
  sifted: EvaluatedChunk,
  now: Date,
) {
  await staging.copyStaged(tx, sifted)
  const job = await sql.lockJob(tx, vendorId, jobId)
  const state = sifted.parkedRows.length > 0 ? 'SIFTED' : 'STAGED'
  const isKept =
    job?.status === 'PROCESSING' &&
    (await chunks.changeChunk(tx, vendorId, jobId, chunk.first_row, chunk.state, {
      state,
      claimed_by: null,
      tries: 0,
      parked_rows: sifted.parkedRows,
      ...(chunk.state === 'STORED' && { votes: JSON.stringify(sifted.votes) }),
      valid_rows: chunk.valid_rows + sifted.validRows,
      invalid_rows: chunk.invalid_rows + sifted.invalidRows,
      warning_rows: chunk.warning_rows + sifted.warningRows,
      contacts: chunk.contacts + sifted.contactCount,
    }))
  if (!isKept) throw new Overtaken()
  await goOn(tx, vendorId, job, now)
}

const SECOND_READING = 1

/** With the last chunk begins the second reading, or the next stage. */
async function goOn(tx: Tx, vendorId: VendorId, job: sql.JobRow, now: Date) {
  const { stored, sifted } = await chunks.totalsOf(tx, vendorId, job.id)
  if (stored > 0) return
  if (sifted === 0) return addToOutbox(tx, vendorId, resolveRows, { jobId: job.id }, now)
  if (job.majority_country !== null) return
  const majority = majorityOf(await chunks.votesOf(tx, vendorId, job.id))
  await sql.changeJob(tx, vendorId, job.id, { majority_country: majority ?? '' })
  await enqueueRunners(tx, vendorId, job.id, processChunks, now, SECOND_READING)
}
