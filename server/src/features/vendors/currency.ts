import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './sql.ts'

/** From a vendor's first order on its currency cannot be changed any more. Gives it back. */
export async function fixCurrency(tx: Tx, vendorId: VendorId): Promise<string> {
  const { currency, currency_fixed: isFixed, status } = await sql.lockVendor(tx, vendorId)
  if (status !== 'ACTIVE')
    throw new AppError('INVALID_STATE', { detail: 'The account is being closed.', members: { currentStatus: status } })
  if (!isFixed) await sql.setCurrencyFixed(tx, vendorId)
  return currency
}
