import { toJsonInteger } from '../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import * as sql from './prices.cross-vendor.sql.ts'
import type { PriceBody } from './schema.ts'

type PriceDeps = Pick<Deps, 'db' | 'clock'>
const USD_MICROS_PER_CENT = 10_000

/** Prices are never edited: a new one replaces the old from its effective date on. */
export async function addPrice(deps: PriceDeps, who: Operator, body: PriceBody) {
  const now = deps.clock.now()
  const micros = body.metaCostUsdMicros ?? (body.metaCostUsdCents ?? 0) * USD_MICROS_PER_CENT
  const price: sql.NewPrice = {
    id: newId<'messagePricing'>(),
    category: body.category,
    country_code: body.countryCode,
    currency: body.currency,
    meta_cost_usd_micros: BigInt(micros),
    markup_percent: body.markupPercent ?? null,
    effective_from: body.effectiveFrom === undefined ? now : new Date(body.effectiveFrom),
    created_at: now,
  }
  return inTransaction(deps.db, (tx) => addWithin(tx, who, price, now))
}

async function addWithin(tx: Tx, who: Operator, price: sql.NewPrice, now: Date) {
  const added = await sql.insertPrice(tx, price)
  if (!added)
    throw new AppError('ALREADY_EXISTS', {
      detail:
        'There is already a price for this category, country and currency from this time on. Choose a later time.',
    })
  const after = {
    category: added.category,
    countryCode: added.countryCode,
    currency: added.currency,
    metaCostUsdMicros: toJsonInteger(added.metaCostUsdMicros),
    markupPercent: added.markupPercent,
    effectiveFrom: added.effectiveFrom.toISOString(),
  }
  await recordAction(
    tx,
    {
      operatorId: who.accountId,
      action: 'PRICE_ADDED',
      subjectType: 'messagePricing',
      subjectId: added.id,
      details: after,
      before: {},
      after,
    },
    now,
  )
  return added
}

/** Deactivates a price, so that the previous one is in force again. It is the only change of a price. */
export async function withdrawPrice(deps: PriceDeps, who: Operator, id: string) {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const before = await sql.lockPrice(tx, id)
    if (!before) throw notFound()
    const price = await sql.withdrawPrice(tx, id)
    const subject = { subjectType: 'messagePricing', subjectId: id }
    const change = { before: { isActive: before.isActive }, after: { isActive: false } }
    await recordAction(tx, { operatorId: who.accountId, action: 'PRICE_WITHDRAWN', ...subject, ...change }, now)
    return price
  })
}

export const listPrices = (deps: PriceDeps, filter: sql.PriceFilter, options: { isCurrent: boolean }) =>
  options.isCurrent ? sql.currentPrices(deps.db, filter, deps.clock.now()) : sql.allPrices(deps.db, filter)
