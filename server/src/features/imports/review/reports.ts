import { FAILURE_REASON_COLUMN, WARNINGS } from '../../../domain/contacts/contact.ts'
import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Vendor } from '../../../platform/http/principal.ts'
import { openHead } from '../encrypted-columns.ts'
import { importOf, wrongState } from '../lifecycle/find-import.ts'
import { rowOf } from '../slots.ts'
import { CELLS } from '../stages/evaluate-rows.ts'
import * as sql from './preview.sql.ts'
import { assertStaged } from './preview.ts'

type ReportDeps = Pick<Deps, 'db' | 'keyring' | 'clock'>

const BATCH_ROWS = 2_000

/**
 * The rows that failed, as they were, with the reason behind them: repaired in a spreadsheet it can be uploaded again.
 * The simple form only names row and reason.
 */
export async function errorReport(deps: ReportDeps, who: Vendor, jobId: string, form: 'full' | 'simple') {
  const { cipher, columns } = await reportable(deps, who, jobId)
  const { vendorId } = who
  async function* lines() {
    yield csvLine(form === 'simple' ? ['row', 'error'] : [...columns, FAILURE_REASON_COLUMN])
    for (let after = 0; ; ) {
      const rows = await sql.failures(deps.db, vendorId, jobId, { limit: BATCH_ROWS, after })
      for (const { rowIndex, reason, cellsCipher } of rows) {
        after = rowIndex
        if (form === 'simple') yield csvLine([String(rowIndex), reason])
        else {
          const cells: string[] = JSON.parse(cipher.open(CELLS, cellsCipher))
          yield csvLine([...columns.map((_, i) => cells[i] ?? ''), reason])
        }
      }
      if (rows.length < BATCH_ROWS) return
    }
  }
  return lines()
}

export async function warningReport(deps: ReportDeps, who: Vendor, jobId: string) {
  await reportable(deps, who, jobId)
  const { vendorId } = who
  async function* lines() {
    yield csvLine(['row', 'warning'])
    let row = 0
    let said = new Set<string>()
    for (let after = -1n; ; ) {
      const places = await sql.warnings(deps.db, vendorId, jobId, { limit: BATCH_ROWS, after })
      for (const { place, warnings, firstRow } of places) {
        after = place
        // Several contacts of one row often carry the same warning, which then stands there once.
        if (rowOf(place) !== row) said = new Set()
        row = rowOf(place)
        for (const warning of firstRow === null ? warnings : [...warnings, `${WARNINGS.duplicate} (row ${firstRow})`]) {
          if (!said.has(warning)) yield csvLine([String(row), warning])
          said.add(warning)
        }
      }
      if (places.length < BATCH_ROWS) return
    }
  }
  return lines()
}

/** From the preview on, until the rows are deleted. */
async function reportable(deps: ReportDeps, { vendorId }: Vendor, jobId: string) {
  const job = await importOf(deps.db, vendorId, jobId)
  if (!job.history.some(({ status }) => status === 'PENDING_REVIEW')) throw wrongState(job.status)
  if (job.purged_at) throw new AppError('REPORT_GONE', { detail: 'The rows of this import have been deleted.' })
  await assertStaged(deps, vendorId, jobId)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  return { cipher, columns: openHead(cipher, job.head_cipher as Buffer).columns }
}
