import type { CountryCode } from '../../../domain/contacts/country.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { majorityOf } from '../../../domain/imports/rows/majority.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidField } from '../../../platform/errors.ts'
import { assertStatus, invalidState, lockImport } from '../lifecycle/find-import.ts'
import { recordPlan } from '../review/plan.ts'
import { waitForPreview } from '../review/preview/wait-for-preview.ts'
import * as jobs from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision } from '../tables.ts'
import type { Edit } from './affected-chunks.ts'
import { changeChunks } from './change-chunks.ts'
import type { ChangedRows } from './change-rows.ts'
import * as sql from './repairs.sql.ts'
import { replaceStagedRows, updateNumbers } from './replace-staged-rows.ts'
import { saveReplaced } from './replacements.sql.ts'

export type EditDeps = Pick<Deps, 'db' | 'keyring' | 'threads' | 'clock' | 'lock'>

/** Called in the transaction of the edit. */
type OnEdited = (tx: Tx, changedRows: number) => Promise<void>

const ATTEMPTS_MAX = 5

/**
 * Changes rows during the review. The result is that of a file with the changed cells and without the excluded rows.
 * Returns how many rows changed, once the preview shows it.
 *
 * The edit is one transaction that locks the job, so it happens before or after a confirmation, a cancellation, another
 * strategy or another edit, and is rolled back if the import is no longer in review. A few numbers are merged and
 * decided within it; if very many change, or the majority country of the file does, the preview is computed anew.
 */
export async function editRows(
  deps: EditDeps,
  vendorId: VendorId,
  seen: ImportRevision,
  edit: Edit,
  onEdited: OnEdited = async () => {},
  rowsMax = ROWS_MAX,
): Promise<number> {
  let majority: CountryCode | null | undefined
  for (let attempt = 1; ; attempt++) {
    await waitForPreview(deps, vendorId, seen)
    try {
      const { changedRows, isResolved } = await inTransaction(deps.db, (tx) =>
        editWithin(tx, deps, vendorId, seen, edit, majority, onEdited, rowsMax),
      )
      if (!isResolved) await waitForPreview(deps, vendorId, seen)
      return changedRows
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      if (attempt === ATTEMPTS_MAX) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: error })
      majority = error.majority
    }
  }
}

/** The transaction is rolled back and runs again, perhaps with a majority country that was not needed before. */
class TryAgain extends Error {
  override name = 'TryAgain'
  readonly majority: CountryCode | null | undefined
  constructor(majority?: CountryCode | null) {
    super()
    this.majority = majority
  }
}

/** Computing the preview of more rows anew is faster, and takes less memory, than changing it. */
const ROWS_MAX = 10_000

async function editWithin(
  tx: Tx,
  deps: EditDeps,
  vendorId: VendorId,
  seen: ImportRevision,
  edit: Edit,
  majority: CountryCode | null | undefined,
  onEdited: OnEdited,
  rowsMax: number,
) {
  const jobId = seen.id
  const job = await lockImport(tx, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  if (job.revision !== seen.revision) throw invalidState(job.status)
  if (job.resolved_strategy !== job.merge_strategy || !(await staging.isStaged(tx, vendorId, jobId)))
    throw new TryAgain(majority)
  const rules =
    job.majority_country === null && majority !== undefined ? { ...job, majority_country: majority ?? '' } : job
  const votes = await chunks.countCountryVotes(tx, vendorId, jobId)
  const total = { changedRows: 0, foundRows: 0, digest: job.repairs_digest, needsMajority: false }
  let held: ChangedRows[] = []
  const replaceHeld = async () => {
    if (held.length > 0) await replaceStagedRows(tx, vendorId, jobId, held)
    held = []
  }
  for await (const changed of changeChunks(tx, deps, vendorId, rules, edit)) {
    total.foundRows += changed.foundRows
    if (changed.rows.length === 0) continue
    total.changedRows += changed.rows.length
    total.digest ^= changed.digestChange
    total.needsMajority ||= changed.needsMajority
    for (const [country, count] of Object.entries(changed.votes)) votes[country] = (votes[country] ?? 0) + count
    if (edit.kind === 'replace') await saveReplaced(tx, vendorId, jobId, edit, [changed])
    held.push(changed)
    if (total.changedRows > rowsMax) await replaceHeld()
  }
  assertAllFound(edit, total.foundRows)
  await onEdited(tx, total.changedRows)
  if (total.changedRows === 0) return { changedRows: 0, isResolved: true }

  const newMajority = majorityOf(votes)
  if (total.needsMajority || (rules !== job && newMajority !== majority)) throw new TryAgain(newMajority)
  const isOtherMajority = job.majority_country !== null && job.majority_country !== (newMajority ?? '')
  const isSmall = total.changedRows <= rowsMax && !isOtherMajority
  const resolved = isSmall ? await updateNumbers(tx, deps, vendorId, rules, held) : undefined
  if (!resolved) {
    await replaceHeld()
    await sql.deleteDuplicates(tx, vendorId, jobId)
    if (isOtherMajority) await staging.deleteStagingMarker(tx, vendorId, jobId)
  }
  const changed = {
    ...((isOtherMajority || rules !== job) && { majority_country: newMajority ?? '' }),
    review_version: job.review_version + 1,
    repairs_digest: total.digest,
    updated_at: deps.clock.now(),
  }
  if (resolved) {
    const summary = JSON.stringify(resolved.summary)
    await jobs.updateJob(tx, vendorId, jobId, { ...changed, ...resolved, summary })
    await recordPlan(tx, await deps.keyring.of(tx, vendorId), vendorId, { ...job, ...changed, ...resolved })
  } else await jobs.updateJob(tx, vendorId, jobId, { ...changed, resolved_strategy: null })
  return { changedRows: total.changedRows, isResolved: resolved !== undefined }
}

/** Rows of a file have no gaps except for blank rows, which cannot be changed. */
function assertAllFound(edit: Edit, foundRows: number) {
  if (edit.kind === 'cells' && foundRows === 0) throw new AppError('NOT_FOUND')
  if ((edit.kind === 'exclude' || edit.kind === 'include') && foundRows < edit.rowIndexes.size)
    throw invalidField('rowIndexes', 'must be rows of the file')
}
