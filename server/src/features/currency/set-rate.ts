import type { AccountId } from '../../domain/ids.ts'
import { isPlausible, type RateE10, rateText, readRate } from '../../domain/money/exchange-rate.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { recordAction } from '../audit/record.ts'
import * as sql from './cross-vendor.sql.ts'

interface RateChange {
  currency: string
  rate: RateE10
  operatorId: AccountId
  approved?: { approvalId: string; approvedBy: AccountId }
}

/** Sets a rate manually, for a change of the feed that was rejected as too large and is correct. */
export async function setRate(tx: Tx, { currency, rate, operatorId, approved }: RateChange, now: Date) {
  const known = await lockRate(tx, currency)
  const after = rateText(rate)
  await sql.updateRate(tx, currency, after, now)
  await recordAction(
    tx,
    {
      operatorId,
      action: 'EXCHANGE_RATE_SET',
      subjectType: 'exchangeRate',
      subjectId: `USD-${currency}`,
      details: { rateBefore: known.rate, rate: after, ...approved },
      before: { rate: known.rate },
      after: { rate: after },
    },
    now,
  )
  return { currency, rate: after, fetchedAt: now }
}

/** The rate in use and the one that the feed last offered, locked. */
export async function lockRate(tx: Tx, currency: string) {
  const known = (await sql.lockRates(tx)).find((row) => row.currency === currency)
  if (!known) throw notFound()
  return known
}

/** Whether a rate can plausibly follow what the feed last offered. False if it has not offered any. */
export function isNearFeed(rate: RateE10, offeredRate: string | null): boolean {
  const offered = offeredRate === null ? undefined : readRate(offeredRate)
  return offered !== undefined && isPlausible(rate, offered)
}

export const listRates = (deps: Pick<Deps, 'db'>) => sql.listRates(deps.db)
export const listCurrencies = (deps: Pick<Deps, 'db'>) => sql.listCurrencies(deps.db)
