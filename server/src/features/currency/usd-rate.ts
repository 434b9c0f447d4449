import { RATE_RETRY_SECONDS, RATE_USABLE_HOURS } from '../../domain/limits.ts'
import { currencyDecimals } from '../../domain/money/currencies.ts'
import { RATE_SCALE, type RateE10 } from '../../domain/money/exchange-rate.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './cross-vendor.sql.ts'
import { type RateDeps, rateOf, refreshRates } from './refresh.ts'

export interface UsdRate {
  currency: string
  rate: RateE10
  decimals: number
  fetchedAt: Date
}

/**
 * The price of one USD in a currency, recent enough to price with: refreshed when due, otherwise the last known rate if
 * it is at most a day old, otherwise an error. It may call the feed, so it must not run inside a transaction.
 */
export async function usdRate(deps: RateDeps, currency: string, now: Date): Promise<UsdRate> {
  const decimals = currencyDecimals(currency)
  if (currency === 'USD') return { currency, decimals, rate: RATE_SCALE, fetchedAt: now }
  const last = await sql.findRate(deps.db, currency)
  await refreshRates(deps, now, { wait: !isUsable(last, now) })
  const known = await sql.findRate(deps.db, currency)
  if (!known || !isUsable(known, now))
    throw new AppError('RATE_UNAVAILABLE', {
      detail: `There is no recent exchange rate for ${currency}. Try again soon.`,
      retryAfterSeconds: RATE_RETRY_SECONDS,
    })
  return { currency, decimals, rate: rateOf(known), fetchedAt: known.fetchedAt }
}

export const isUsable = (known: { fetchedAt: Date } | undefined, now: Date) =>
  known !== undefined && now.getTime() - known.fetchedAt.getTime() <= RATE_USABLE_HOURS * 3_600_000
