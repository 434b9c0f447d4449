import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { deleteContacts } from './bulk/changes.sql.ts'
import * as sql from './sql.ts'

/** Deletes the personal data, in the audit log too. An opt-out is kept under the hash of the number. */
export const deleteContact = (deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, id: string) =>
  inTransaction(deps.db, (tx) => deleteWithin(tx, who, id, deps.clock.now()))

async function deleteWithin(tx: Tx, who: VendorPrincipal, id: string, now: Date) {
  if (!(await sql.lockContact(tx, who.vendorId, id))) throw notFound()
  await deleteContacts(tx, who.vendorId, { actorId: who.accountId ?? null, jobId: null, now }, [id])
  await recordForVendor(tx, who, { action: 'CONTACT_DELETED', subjectType: 'contact', subjectId: id }, now)
}
