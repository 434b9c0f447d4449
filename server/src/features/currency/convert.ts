import { currencyDecimals } from '../../domain/money/currencies.ts'
import { convertUp, isWorthMore } from '../../domain/money/exchange-rate.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { rateOf } from './refresh.ts'
import * as sql from './sql.ts'

/**
 * A limit that is written in rupees, for a wallet in another currency: its worth at the last known rate, rounded up. It
 * prices nothing, so an old rate will do; and it asks nobody, so it may stand inside a transaction.
 */
export async function convertPaise(db: Db, paise: bigint, currency: string): Promise<bigint> {
  if (currency === 'INR') return paise
  return convertUp(paise, await lastKnown(db, 'INR'), await lastKnown(db, currency))
}

/** Whether an amount is above a limit that is written in rupees, at the last known rates and without rounding. */
export async function isAbovePaise(db: Db, minorUnits: bigint, currency: string, paise: bigint): Promise<boolean> {
  if (currency === 'INR') return minorUnits > paise
  return isWorthMore(minorUnits, await lastKnown(db, currency), paise, await lastKnown(db, 'INR'))
}

async function lastKnown(db: Db, currency: string) {
  const known = await sql.findRate(db, currency)
  if (!known) throw new AppError('RATE_UNAVAILABLE')
  return { rate: rateOf(known), decimals: currencyDecimals(currency) }
}
