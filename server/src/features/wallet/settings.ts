import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { convertPaise } from '../currency/convert.ts'
import * as sql from './sql.ts'

export const lowBalanceThreshold = async (db: Db, vendorId: VendorId) =>
  Number((await sql.findLowBalanceThreshold(db, vendorId)).low_balance_threshold)

/**
 * Applies currency and threshold from the vendor's profile. Until the vendor chooses a threshold, the platform's
 * default applies, which is in rupees and is converted for other currencies.
 */
export async function changeWalletSettings(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  vendorId: VendorId,
  change: { currency?: string | undefined; lowBalanceThreshold?: number | undefined },
  now: Date,
) {
  const { currency, lowBalanceThreshold: chosen } = change
  const wallet = await sql.findWallet(tx, vendorId)
  const isChosen = chosen !== undefined || wallet.is_threshold_chosen
  const isChanged = await sql.updateWalletSettings(tx, vendorId, {
    ...(currency !== undefined && { currency }),
    low_balance_threshold: isChosen
      ? BigInt(chosen ?? wallet.low_balance_threshold)
      : await convertPaise(tx, BigInt(deps.config.LOW_BALANCE_THRESHOLD_PAISE), currency ?? wallet.currency),
    is_threshold_chosen: isChosen,
    updated_at: now,
  })
  if (!isChanged)
    throw new AppError('CURRENCY_FIXED', { detail: 'The wallet already has transactions in another currency.' })
}
