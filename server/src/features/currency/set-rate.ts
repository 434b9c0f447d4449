import { type RateE10, rateText } from '../../domain/money/exchange-rate.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { recordAction } from '../audit/record.ts'
import * as sql from './cross-vendor.sql.ts'

/** An operator sets a rate: for the case that the feed's rate was refused as too large a change and is correct. */
export async function setRate(deps: Pick<Deps, 'db' | 'clock'>, who: Operator, currency: string, rate: RateE10) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => setWithin(tx, who, currency, rateText(rate), now))
  return { currency, rate: rateText(rate), fetchedAt: now }
}

async function setWithin(tx: Tx, who: Operator, currency: string, rate: string, now: Date) {
  const known = (await sql.lockRates(tx)).find((row) => row.currency === currency)
  if (!known) throw notFound()
  await sql.updateRate(tx, currency, rate, now)
  await recordAction(
    tx,
    {
      operatorId: who.accountId,
      action: 'EXCHANGE_RATE_SET',
      subjectType: 'exchangeRate',
      subjectId: `USD-${currency}`,
      details: { rateBefore: known.rate, rate },
      before: { rate: known.rate },
      after: { rate },
    },
    now,
  )
}

export const listRates = (deps: Pick<Deps, 'db'>) => sql.listRates(deps.db)
export const listCurrencies = (deps: Pick<Deps, 'db'>) => sql.listCurrencies(deps.db)
