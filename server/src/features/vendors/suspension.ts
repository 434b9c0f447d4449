import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockWallet } from '../wallet/lock.ts'
import * as sql from './sql.ts'

/**
 * A suspended vendor sends nothing; it can read, pay, export and close its account. Launches and claims of single
 * messages check the suspension under the wallet's lock, which is taken here too: each comes before or after it.
 */
export async function suspendVendor(tx: Tx, vendorId: VendorId, reason: string, now: Date) {
  await lockInStatus(tx, vendorId, 'ACTIVE')
  await sql.setSuspension(tx, vendorId, { suspendedAt: now, reason }, now)
}

export async function unsuspendVendor(tx: Tx, vendorId: VendorId, now: Date) {
  const { suspension_reason: reason } = await lockInStatus(tx, vendorId, 'SUSPENDED')
  await sql.setSuspension(tx, vendorId, null, now)
  return reason
}

/** False while the vendor is suspended, and from the moment its account is being closed. */
export const isActive = async (db: Db, vendorId: VendorId) => (await sql.findVendor(db, vendorId)).status === 'ACTIVE'

async function lockInStatus(tx: Tx, vendorId: VendorId, status: 'ACTIVE' | 'SUSPENDED') {
  await lockWallet(tx, vendorId)
  const vendor = await sql.lockVendor(tx, vendorId)
  if (vendor.status !== status)
    throw new AppError('INVALID_STATE', {
      detail: `This is not possible while the vendor is ${vendor.status.toLowerCase()}.`,
      members: { currentStatus: vendor.status },
    })
  return vendor
}
