import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { readProfile } from '../../vendors/profile.ts'
import * as sql from '../sql.ts'

type OnceDeps = Pick<Deps, 'keyring' | 'blindIndex'>

/** The same hash for all vendors, so that two accounts of one company are recognised. */
export async function gstinHashOf(deps: OnceDeps, db: Db, vendorId: VendorId): Promise<Buffer | null> {
  const { gstin } = await readProfile(deps, db, vendorId)
  return gstin ? deps.blindIndex.of('refund.gstin', PLATFORM, gstin) : null
}

export async function isFirstMonthUsed(deps: OnceDeps, db: Db, vendorId: VendorId) {
  const gstinHash = await gstinHashOf(deps, db, vendorId)
  return sql.hasFirstMonthRefund(db, vendorId, gstinHash ? deps.blindIndex.withLater(gstinHash) : [])
}

/** Also applies after a new plan was ordered. */
export async function assertFirstMonthUnused(deps: OnceDeps, db: Db, vendorId: VendorId) {
  if (await isFirstMonthUsed(deps, db, vendorId)) throw firstMonthUsed()
}

export const firstMonthUsed = () =>
  new AppError('REFUND_ALREADY_USED', {
    detail: 'The first month is refundable once per company, even if a plan is ordered again.',
  })
