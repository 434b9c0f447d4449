import type { VendorId } from '../../../domain/ids.ts'
import { ACTIVE } from '../../../domain/imports/import-job.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from '../sql.ts'

/** The file as a whole cannot be imported. The reason is a sentence for the vendor and quotes nothing of the file. */
export const failImport = (
  deps: Pick<Deps, 'db' | 'clock'>,
  vendorId: VendorId,
  { id, revision }: { id: string; revision?: number | undefined },
  reason: string,
) => inTransaction(deps.db, (tx) => failWithin(tx, vendorId, id, reason, deps.clock.now(), revision))

/**
 * Runs when a stage has failed all its attempts through no fault of the file. An import that has another mapping by then
 * does not fail with it.
 */
export const failStage = (
  deps: Pick<Deps, 'db' | 'clock'>,
  vendorId: VendorId,
  { jobId: id, revision }: { jobId: string; revision?: number },
) => failImport(deps, vendorId, { id, revision }, INTERNAL_ERROR)

const INTERNAL_ERROR = 'The import failed because of an internal error. Upload the file again.'

async function failWithin(tx: Tx, vendorId: VendorId, id: string, reason: string, now: Date, revision?: number) {
  if (revision !== undefined && (await sql.lockJob(tx, vendorId, id))?.revision !== revision) return
  await sql.transitionJob(tx, vendorId, id, ACTIVE, ['FAILED'], now, { failure_reason: reason })
}
