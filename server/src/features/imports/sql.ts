import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import { type ImportStatus, isPath, isTerminal } from '../../domain/imports/import-job.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type CreatedFilter, directionOf, type Page } from '../../platform/http/pagination.ts'
import { type Lineage, selectLineage } from './lineage/lineage.sql.ts'
import { selectChunkTotals } from './staging/chunks.sql.ts'
import type { ChunkTotals, ImportRevision } from './tables.ts'

export type JobRow = Selectable<Tables['import_job']>
export type JobWithLineage = JobRow & { lineage: Lineage }
type JobQuery = SelectQueryBuilder<Tables, 'import_job', Record<never, never>>

export const insertUpload = (tx: Tx, vendorId: VendorId, upload: { id: string; storageKey: string; now: Date }) =>
  tx
    .insertInto('import_upload')
    .values({ vendor_id: vendorId, id: upload.id, storage_key: upload.storageKey, created_at: upload.now })
    .execute()

/** False: the upload was discarded meanwhile and its file is gone. */
export const deleteUpload = async (tx: Tx, vendorId: VendorId, id: string) => {
  const result = await tx
    .deleteFrom('import_upload')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

type NewJob = Omit<Insertable<Tables['import_job']>, 'vendor_id' | 'status' | 'history' | 'created_at' | 'updated_at'>

export const insertJob = (tx: Tx, vendorId: VendorId, job: NewJob, now: Date) =>
  tx
    .insertInto('import_job')
    .values({
      ...job,
      vendor_id: vendorId,
      status: 'UPLOADED',
      history: JSON.stringify([{ status: 'UPLOADED', at: now.toISOString() }]),
      created_at: now,
      updated_at: now,
    })
    .execute()

export const countActiveJobs = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('import_job')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('vendor_id', '=', vendorId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Earlier imports of the same file that still count: not failed, cancelled or undone. Active ones first. */
export const importsOfFile = (db: Db, vendorId: VendorId, fileHash: Buffer) =>
  db
    .selectFrom('import_job')
    .select(['id', 'status', 'ended_at as endedAt'])
    .where('vendor_id', '=', vendorId)
    .where('file_hash', '=', fileHash)
    .where('status', 'not in', ['FAILED', 'CANCELLED'])
    .where('undo_state', 'is', null)
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .execute()

/** Whether another import of the same file is being taken back. */
export const isFileBeingUndone = async (db: Db, vendorId: VendorId, job: Pick<JobRow, 'id' | 'file_hash'>) =>
  (await db
    .selectFrom('import_job')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('file_hash', '=', job.file_hash)
    .where('id', '<>', job.id)
    .where('undo_state', '=', 'RUNNING')
    .executeTakeFirst()) !== undefined

const selectJob = (db: Db, vendorId: VendorId, id: string): JobQuery =>
  db.selectFrom('import_job').where('vendor_id', '=', vendorId).where('id', '=', id)

export const findJob = (db: Db, vendorId: VendorId, id: string): Promise<JobRow | undefined> =>
  selectJob(db, vendorId, id).selectAll().executeTakeFirst()

export const findJobWithLineage = (db: Db, vendorId: VendorId, id: string) =>
  selectJob(db, vendorId, id).selectAll().select(selectLineage(vendorId).as('lineage')).executeTakeFirst()

/** The job and its chunk totals from one snapshot, in one query, because clients poll it. */
export const findJobWithTotals = (db: Db, vendorId: VendorId, id: string) =>
  selectJob(db, vendorId, id)
    .selectAll()
    .select(selectLineage(vendorId).as('lineage'))
    .select(
      sql<ChunkTotals>`(select row_to_json(totals) from (${selectChunkTotals(vendorId, id)}) totals)`.as('totals'),
    )
    .executeTakeFirst()

export const lockJob = (tx: Tx, vendorId: VendorId, id: string): Promise<JobRow | undefined> =>
  selectJob(tx, vendorId, id).selectAll().forUpdate().executeTakeFirst()

/**
 * Keeps the mapping from being replaced until the transaction ends. False: it was replaced since, so that nothing that
 * follows from the earlier one may be written. Transactions that update the job itself lock it instead.
 */
export const holdRevision = async (tx: Tx, vendorId: VendorId, { id, revision }: ImportRevision) =>
  (await selectJob(tx, vendorId, id).select('id').where('revision', '=', revision).forShare().executeTakeFirst()) !==
  undefined

export interface JobFilter extends CreatedFilter {
  status?: ImportStatus | undefined
}

const jobsMatching = (db: Db, vendorId: VendorId, { status, createdFrom, createdBefore }: JobFilter) =>
  db
    .selectFrom('import_job')
    .where('vendor_id', '=', vendorId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as ImportStatus))
    .$if(createdFrom !== undefined, (query) => query.where('created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore as Date))

export const listJobs = (db: Db, vendorId: VendorId, filter: JobFilter, page: Page) => {
  const query = jobsMatching(db, vendorId, filter).selectAll().select(selectLineage(vendorId).as('lineage'))
  const { behind, order } = directionOf(page)
  return (page.after === undefined ? query.offset(page.offset) : query.where('id', behind, page.after))
    .orderBy('id', order)
    .limit(page.limit)
    .execute()
}

export const listNewestDetails = (db: Db, vendorId: VendorId, limit: number) =>
  db
    .selectFrom('import_job')
    .select(['id', 'details_cipher', 'created_at'])
    .where('vendor_id', '=', vendorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countJobs = async (db: Db, vendorId: VendorId, filter: JobFilter) => {
  const { count } = await jobsMatching(db, vendorId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type JobUpdate = Updateable<Omit<Tables['import_job'], 'status' | 'history' | 'vendor_id' | 'id'>>

/** Compare-and-set; the time is appended to the history. False: another transaction changed the status first. */
export const transitionJob = async (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  from: readonly ImportStatus[],
  to: readonly ImportStatus[],
  now: Date,
  change: JobUpdate = {},
) => {
  const status = to.at(-1) as ImportStatus
  assert(
    from.every((state) => isPath([state, ...to])),
    `an import cannot go from ${from} to ${to}`,
  )
  const passed = JSON.stringify(to.map((step) => ({ status: step, at: now.toISOString() })))
  const result = await tx
    .updateTable('import_job')
    .set({
      ...change,
      status,
      history: sql`history || ${passed}::jsonb`,
      updated_at: now,
      ...(isTerminal(status) && { ended_at: now }),
    })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const updateJob = (tx: Tx, vendorId: VendorId, id: string, change: JobUpdate) =>
  tx.updateTable('import_job').set(change).where('vendor_id', '=', vendorId).where('id', '=', id).execute()

/**
 * Every change of the review raises its version, so that work on an earlier state is noticed. Until it is resolved, the
 * preview is not shown. Undefined: another mapping has replaced this one.
 */
export const beginResolving = async (tx: Tx, vendorId: VendorId, { id, revision }: ImportRevision) => {
  const begun = await tx
    .updateTable('import_job')
    .set({ review_version: sql`review_version + 1`, resolved_strategy: null })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('review_version as version')
    .executeTakeFirst()
  return begun?.version
}

/** Compare-and-set. False: the review has changed since this version. */
export const finishResolving = async (tx: Tx, vendorId: VendorId, id: string, version: number, change: JobUpdate) => {
  const result = await tx
    .updateTable('import_job')
    .set(change)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('review_version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The oldest running transaction: every transaction with a lower id has ended and its changes are visible. */
export const oldestTransaction = async (db: Db, vendorId: VendorId): Promise<bigint> => {
  const { rows } = await sql<{ oldest: bigint; vendor: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest, ${vendorId}::text as vendor`.execute(db)
  return rows[0]?.oldest ?? 0n
}
