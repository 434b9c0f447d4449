import { ACTIVE, isTerminal } from '../../../domain/imports/import-job.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { withdrawFromOutbox } from '../../outbox/add.ts'
import * as sql from '../sql.ts'
import { invalidState, lockImport } from './find-import.ts'
import { beginUndo } from './undo.ts'

/** Stops an import permanently: none is saved after the response, and contacts saved before are taken back. */
export async function cancelImport(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, jobId: string) {
  const now = deps.clock.now()
  const persisted = await inTransaction(deps.db, (tx) => cancelWithin(tx, who, jobId, now))
  const message = persisted
    ? 'The import was cancelled. Contacts that were already saved are being removed or restored.'
    : 'The import was cancelled. No contacts were changed.'
  return { status: 'CANCELLED' as const, message }
}

async function cancelWithin(tx: Tx, { vendorId }: VendorPrincipal, jobId: string, now: Date) {
  const job = await lockImport(tx, vendorId, jobId)
  if (isTerminal(job.status)) throw invalidState(job.status)
  await sql.transitionJob(tx, vendorId, jobId, ACTIVE, ['CANCELLED'], now)
  await withdrawFromOutbox(tx, vendorId, { jobId })
  if (job.status !== 'PERSISTING') return false
  await beginUndo(tx, vendorId, jobId, now)
  return true
}
