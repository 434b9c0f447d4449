import type { VendorId } from '../../../domain/ids.ts'
import { ACTIVE } from '../../../domain/imports/import-job.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from '../sql.ts'

/** The file as a whole cannot be imported. The reason is a sentence for the vendor and quotes nothing of the file. */
export async function failImport(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, jobId: string, reason: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) =>
    sql.transitionJob(tx, vendorId, jobId, ACTIVE, ['FAILED'], now, { failure_reason: reason }),
  )
}

/** Runs when a stage has failed all its attempts through no fault of the file. */
export const failStage = (deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, { jobId }: { jobId: string }) =>
  failImport(deps, vendorId, jobId, 'The import failed because of an internal error. Upload the file again.')
