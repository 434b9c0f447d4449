import { FAILURE_REASON_COLUMN, ROW_ID_COLUMN, WARNINGS } from '../../../../domain/contacts/contact.ts'
import { csvLine } from '../../../../domain/contacts/csv-safety.ts'
import { reachedReview } from '../../../../domain/imports/import-job.ts'
import { reportColumns } from '../../../../domain/imports/mapping/report-columns.ts'
import { inTransaction } from '../../../../platform/db/db.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../../platform/http/principal.ts'
import { recordForVendor } from '../../../audit/record-for-vendor.ts'
import { type ImportHead, openHead } from '../../encrypted-columns.ts'
import { assertNotPurged, getImport, invalidState } from '../../lifecycle/find-import.ts'
import { rowIdCodec } from '../../lineage/row-id.ts'
import { openCells } from '../../stages/evaluate-rows.ts'
import { Superseded } from '../../staging/revision.ts'
import { rowOfSlot } from '../../staging/slots.ts'
import * as sql from '../preview/preview.sql.ts'
import { assertStaged } from '../preview/preview.ts'

type ReportDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'clock'>

const BATCH_ROWS = 2_000

/**
 * The failed rows as they were, followed by the reason, so that the corrected file can be uploaded again. The simple
 * form has only row number and reason.
 */
export async function errorReport(deps: ReportDeps, who: VendorPrincipal, jobId: string, form: 'full' | 'simple') {
  const { cipher, head, assertCurrent } = await openReport(deps, who, jobId)
  const { vendorId } = who
  const columns = ownColumns(head)
  const done = { action: 'IMPORT_REPORT_EXPORTED', subjectType: 'importJob', subjectId: jobId } as const
  if (form === 'full') await inTransaction(deps.db, (tx) => recordForVendor(tx, who, done, deps.clock.now()))
  const rowIds = rowIdCodec(deps.blindIndex, vendorId)
  async function* lines() {
    yield csvLine(
      form === 'simple'
        ? ['row', 'error']
        : [...columns.map((i) => head.columns[i] ?? ''), FAILURE_REASON_COLUMN, ROW_ID_COLUMN],
    )
    for (let after = 0; ; ) {
      const rows = await sql.listFailures(deps.db, vendorId, jobId, { limit: BATCH_ROWS, after })
      for (const { rowIndex, reason, cellsCipher } of rows) {
        after = rowIndex
        if (form === 'simple') yield csvLine([String(rowIndex), reason])
        else {
          const cells = openCells(cipher, cellsCipher)
          yield csvLine([...columns.map((i) => cells[i] ?? ''), reason, rowIds.encode({ jobId, rowIndex })])
        }
      }
      if (rows.length < BATCH_ROWS) return assertCurrent()
    }
  }
  return lines()
}

/** Leaves out the report columns of an uploaded report, because the new report writes its own. */
function ownColumns({ columns, rowIdColumn }: ImportHead): number[] {
  const added = reportColumns(columns)
  return [...columns.keys()].filter((i) => !added.has(i) && i !== rowIdColumn)
}

export async function warningReport(deps: ReportDeps, who: VendorPrincipal, jobId: string) {
  const { assertCurrent } = await openReport(deps, who, jobId)
  const { vendorId } = who
  async function* lines() {
    yield csvLine(['row', 'warning'])
    let row = 0
    let reported = new Set<string>()
    for (let after = -1n; ; ) {
      const rows = await sql.listWarnings(deps.db, vendorId, jobId, { limit: BATCH_ROWS, after })
      for (const { slot, warnings, firstRow } of rows) {
        after = slot
        // Contacts of one row often share a warning, which is then reported once.
        if (rowOfSlot(slot) !== row) reported = new Set()
        row = rowOfSlot(slot)
        for (const warning of firstRow === null ? warnings : [...warnings, `${WARNINGS.duplicate} (row ${firstRow})`]) {
          if (!reported.has(warning)) yield csvLine([String(row), warning])
          reported.add(warning)
        }
      }
      if (rows.length < BATCH_ROWS) return assertCurrent()
    }
  }
  return lines()
}

/** Reports are available from the preview until the rows are purged. */
async function openReport(deps: ReportDeps, { vendorId }: VendorPrincipal, jobId: string) {
  const job = await getImport(deps.db, vendorId, jobId)
  if (!reachedReview(job.history)) throw invalidState(job.status)
  assertNotPurged(job)
  await assertStaged(deps, vendorId, jobId)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  /** When another mapping replaces the rows, the report is aborted, so that it does not look complete. */
  const assertCurrent = async () => {
    if ((await getImport(deps.db, vendorId, jobId)).revision !== job.revision) throw new Superseded()
  }
  return { cipher, head: openHead(cipher, job.head_cipher as Buffer), assertCurrent }
}
