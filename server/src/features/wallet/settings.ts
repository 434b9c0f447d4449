import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './sql.ts'

export const lowBalanceThreshold = async (db: Db, vendorId: VendorId) =>
  Number((await sql.findLowBalanceThreshold(db, vendorId)).low_balance_threshold)

/** The vendor's profile decides currency and threshold; money itself moves elsewhere. */
export async function changeWalletSettings(
  tx: Tx,
  vendorId: VendorId,
  change: { currency?: string | undefined; lowBalanceThreshold?: number | undefined },
  now: Date,
) {
  const isChanged = await sql.updateWalletSettings(tx, vendorId, {
    ...(change.currency !== undefined && { currency: change.currency }),
    ...(change.lowBalanceThreshold !== undefined && { low_balance_threshold: BigInt(change.lowBalanceThreshold) }),
    updated_at: now,
  })
  if (!isChanged)
    throw new AppError('CURRENCY_FIXED', { detail: 'The wallet already holds transactions in another currency.' })
}
