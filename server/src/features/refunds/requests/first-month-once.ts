import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { readGstinOnInvoice } from '../../invoices/find.ts'
import { readProfile } from '../../vendors/profile.ts'
import * as sql from '../sql.ts'

type OnceDeps = Pick<Deps, 'keyring' | 'blindIndex'>

/**
 * The company that a refund is counted for: the one on the invoice, whatever the profile says since. An invoice without
 * a GSTIN is counted for the one in the profile.
 */
export async function gstinHashOf(deps: OnceDeps, db: Db, vendorId: VendorId, invoiceId: string) {
  const [hash = null] = await gstinHashesOf(deps, db, vendorId, invoiceId)
  return hash
}

/** The same hash for all vendors, so that two accounts of one company are recognised. The invoice's comes first. */
async function gstinHashesOf(deps: OnceDeps, db: Db, vendorId: VendorId, invoiceId: string): Promise<Buffer[]> {
  const gstins = [
    await readGstinOnInvoice(deps, db, vendorId, invoiceId),
    (await readProfile(deps, db, vendorId)).gstin,
  ]
  return gstins.flatMap((gstin) => (gstin ? deps.blindIndex.of('refund.gstin', PLATFORM, gstin) : []))
}

export async function isFirstMonthUsed(deps: OnceDeps, db: Db, vendorId: VendorId, invoiceId: string) {
  const hashes = await gstinHashesOf(deps, db, vendorId, invoiceId)
  return sql.hasFirstMonthRefund(
    db,
    vendorId,
    hashes.flatMap((hash) => deps.blindIndex.withLater(hash)),
  )
}

/** Also applies after a new plan was ordered. */
export async function assertFirstMonthUnused(deps: OnceDeps, db: Db, vendorId: VendorId, invoiceId: string) {
  if (await isFirstMonthUsed(deps, db, vendorId, invoiceId)) throw firstMonthUsed()
}

export const firstMonthUsed = () =>
  new AppError('REFUND_ALREADY_USED', {
    detail: 'The first month is refundable once per company, even if a plan is ordered again.',
  })
