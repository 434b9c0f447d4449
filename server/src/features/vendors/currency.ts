import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './sql.ts'

/** Fixes the vendor's currency at its first order, and returns it. */
export async function fixCurrency(tx: Tx, vendorId: VendorId): Promise<string> {
  const { currency, currency_fixed: isFixed, status } = await sql.lockVendor(tx, vendorId)
  if (status === 'CLOSING' || status === 'CLOSED')
    throw new AppError('INVALID_STATE', { detail: 'The account is being closed.', members: { currentStatus: status } })
  if (!isFixed) await sql.setCurrencyFixed(tx, vendorId)
  return currency
}
