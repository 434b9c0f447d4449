import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money.ts'
import type { Db } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

export const readWallet = (db: Db, vendorId: VendorId) => sql.findWallet(db, vendorId)

/** The balance that one ledger row left, with the threshold of today. */
export async function balanceAt(db: Db, vendorId: VendorId, sequence: number) {
  const wallet = await sql.findWallet(db, vendorId)
  const row = await sql.findTransaction(db, vendorId, BigInt(sequence))
  return {
    balanceMinorUnit: toJsonInteger(row.balance_after_minor_unit),
    thresholdMinorUnit: toJsonInteger(wallet.low_balance_threshold),
    currency: row.currency,
  }
}
