import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { assertStatus, assertUnchangedMapping, getImport } from '../lifecycle/find-import.ts'
import { assertResolved } from '../review/preview/preview.ts'
import type { JobRow } from '../sql.ts'
import { findChunkTotals } from '../staging/chunks.sql.ts'
import { presentRows, type RowsDeps } from './present-rows.ts'
import * as sql from './rows.sql.ts'
import type { RowView } from './schema.ts'

interface RowsQuery {
  status: sql.RowStatus | undefined
  fromRow: number
  limit: number
}

/** The rows of an import in review, in file order, with how many there are of this status. */
export async function listRows(
  deps: RowsDeps & Pick<Deps, 'clock'>,
  { vendorId }: VendorPrincipal,
  jobId: string,
  query: RowsQuery,
): Promise<{ rows: RowView[]; total: number }> {
  const job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  await assertResolved(deps, vendorId, job)
  const rowIndexes: number[] = []
  for (const range of await sql.chunksWithStatus(deps.db, vendorId, jobId, query.fromRow, query.status)) {
    const rest = query.limit - rowIndexes.length
    if (rest === 0) break
    const from = { ...range, firstRow: Math.max(range.firstRow, query.fromRow) }
    rowIndexes.push(...(await sql.listRowIndexes(deps.db, vendorId, jobId, from, query.status, rest)))
  }
  const rows = await presentRows(deps, vendorId, job, rowIndexes)
  const total = await countRows(deps, vendorId, job, query.status)
  await assertUnchangedMapping(deps.db, vendorId, job)
  return { rows, total }
}

async function countRows({ db }: RowsDeps, vendorId: VendorId, job: JobRow, status: sql.RowStatus | undefined) {
  const { validRows, invalidRows, excludedRows = 0 } = await findChunkTotals(db, vendorId, job.id)
  const warningRows = job.warning_rows ?? 0
  const counts = { valid: validRows - warningRows, warning: warningRows, failed: invalidRows, excluded: excludedRows }
  return status ? counts[status] : validRows + invalidRows + excludedRows
}
