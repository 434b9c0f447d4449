import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { resealApprovals } from '../approvals/sealed-text.ts'
import { recordAction } from '../audit/record.ts'
import { resealInvoices } from '../invoices/reseal.ts'
import { resealRefunds } from '../refunds/reseal.ts'
import { lockToDestroy, markDestroyed } from '../vendors/close.ts'
import { resealProfile } from '../vendors/profile.ts'

type DestroyDeps = Pick<Deps, 'db' | 'keyring' | 'clock' | 'config'>

/**
 * Destroys a closed vendor's data key. Books that are still sealed with it move to the books key in the same transaction,
 * so a process that is killed leaves either everything readable or the books readable. Returns false while a process may
 * still seal books with the data key: for some minutes, and only for a vendor from before there were books keys.
 */
export const destroyDataKey = (deps: DestroyDeps, vendorId: VendorId): Promise<boolean> =>
  inTransaction(deps.db, (tx) => destroyWithin(tx, deps, vendorId, deps.clock.now()))

async function destroyWithin(tx: Tx, deps: Pick<Deps, 'keyring' | 'config'>, vendorId: VendorId, now: Date) {
  const vendor = await lockToDestroy(tx, vendorId)
  if (!vendor) return true
  const cipher = await deps.keyring.prepareBooks(tx, vendorId)
  if (!cipher) return false
  await resealProfile(tx, vendorId, cipher)
  await resealInvoices(tx, vendorId, cipher)
  await resealRefunds(tx, vendorId, cipher)
  await resealApprovals(tx, vendorId, cipher)
  await deps.keyring.destroy(tx, vendorId)
  await markDestroyed(tx, vendorId, now)
  const details = { closedAt: vendor.closedAt.toISOString(), retentionDays: deps.config.CLOSED_VENDOR_RETENTION_DAYS }
  const about = {
    vendorId,
    subjectType: 'vendor',
    subjectId: vendorId,
    details,
    before: {},
    after: { dataDestroyed: true },
  }
  await recordAction(tx, { operatorId: null, action: 'VENDOR_DATA_DESTROYED', ...about }, now)
  return true
}
