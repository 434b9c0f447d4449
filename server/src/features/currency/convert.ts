import { currencyDecimals } from '../../domain/currencies.ts'
import { convertUp } from '../../domain/exchange-rate.ts'
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

async function lastKnown(db: Db, currency: string) {
  const known = await sql.findRate(db, currency)
  if (!known) throw new AppError('RATE_UNAVAILABLE')
  return { rate: rateOf(known), decimals: currencyDecimals(currency) }
}
