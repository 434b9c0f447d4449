import { currencyDecimals } from '../../domain/money/currencies.ts'
import { convertDown, convertUp, isWorthMore } from '../../domain/money/exchange-rate.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './cross-vendor.sql.ts'
import { rateOf } from './refresh.ts'

/**
 * Converts a limit in rupees to another currency at the last known rate, rounded up. No price depends on it, so an old
 * rate is acceptable. It makes no network call and may run inside a transaction.
 */
export async function convertPaise(db: Db, paise: bigint, currency: string): Promise<bigint> {
  if (currency === 'INR') return paise
  return convertUp(paise, await lastKnownRate(db, 'INR'), await lastKnownRate(db, currency))
}

/** Converts a value in rupees that is given back in another currency, at the last known rate, rounded down. */
export async function convertPaiseDown(db: Db, paise: bigint, currency: string): Promise<bigint> {
  if (currency === 'INR') return paise
  return convertDown(paise, await lastKnownRate(db, 'INR'), await lastKnownRate(db, currency))
}

/** Converts an amount to rupees at the last known rate, rounded up. For limits of sums in several currencies. */
export async function convertToPaise(db: Db, minorUnits: bigint, currency: string): Promise<bigint> {
  if (currency === 'INR') return minorUnits
  return convertUp(minorUnits, await lastKnownRate(db, currency), await lastKnownRate(db, 'INR'))
}

/** Whether an amount is above a limit in rupees, at the last known rates and without rounding. */
export async function isAbovePaise(db: Db, minorUnits: bigint, currency: string, paise: bigint): Promise<boolean> {
  if (currency === 'INR') return minorUnits > paise
  return isWorthMore(minorUnits, await lastKnownRate(db, currency), paise, await lastKnownRate(db, 'INR'))
}

async function lastKnownRate(db: Db, currency: string) {
  const known = await sql.findRate(db, currency)
  if (!known) throw new AppError('RATE_UNAVAILABLE')
  return { rate: rateOf(known), decimals: currencyDecimals(currency) }
}
