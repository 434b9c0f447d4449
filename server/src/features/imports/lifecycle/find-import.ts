import type { VendorId } from '../../../domain/ids.ts'
import type { ImportStatus } from '../../../domain/imports/import-job.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import * as sql from '../sql.ts'
import type { ImportRevision } from '../tables.ts'

/** The vendor's import, or 404. */
export async function getImport(db: Db, vendorId: VendorId, jobId: string): Promise<sql.JobRow> {
  const job = await sql.findJob(db, vendorId, jobId)
  if (!job) throw notFound()
  return job
}

export async function lockImport(tx: Tx, vendorId: VendorId, jobId: string): Promise<sql.JobRow> {
  const job = await sql.lockJob(tx, vendorId, jobId)
  if (!job) throw notFound()
  return job
}

export function assertStatus(job: Pick<sql.JobRow, 'status'>, ...allowed: ImportStatus[]) {
  if (!allowed.includes(job.status)) throw invalidState(job.status)
}

export function assertNotPurged({ purged_at }: Pick<sql.JobRow, 'purged_at'>) {
  if (purged_at) throw new AppError('REPORT_GONE', { detail: 'The rows of this import have been deleted.' })
}

/** For answers of several queries: another mapping may have replaced the rows between two of them. */
export async function assertUnchangedMapping(db: Db, vendorId: VendorId, seen: ImportRevision) {
  const { status, revision } = await getImport(db, vendorId, seen.id)
  if (revision !== seen.revision) throw invalidState(status)
}

export const invalidState = (currentStatus: ImportStatus) =>
  new AppError('INVALID_STATE', {
    detail: `This is not possible while the import has the status ${currentStatus}.`,
    members: { currentStatus },
  })
