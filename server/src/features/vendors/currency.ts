import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** From a vendor's first order on its currency cannot be changed any more. Gives it back. */
export async function fixCurrency(tx: Tx, vendorId: VendorId): Promise<string> {
  const { currency, currency_fixed: isFixed } = await sql.lockVendor(tx, vendorId)
  if (!isFixed) await sql.setCurrencyFixed(tx, vendorId)
  return currency
}
