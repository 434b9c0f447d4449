import type { VendorId } from '../../domain/ids.ts'
import { currencyDecimals } from '../../domain/money/currencies.ts'
import { rateText } from '../../domain/money/exchange-rate.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { isId, newId } from '../../platform/ids.ts'
import { rateOf } from '../currency/refresh.ts'
import type { AudiencePrice } from './price-audience.ts'
import * as sql from './snapshots.sql.ts'

/** Saves a price permanently, independent of later rates, prices and tiers. Returns the snapshot's id. */
export async function saveSnapshot(tx: Tx, vendorId: VendorId, priced: AudiencePrice, now: Date): Promise<string> {
  const id = newId<'pricingSnapshot'>()
  await sql.insertSnapshot(tx, vendorId, {
    id,
    category: priced.category,
    currency: priced.rate.currency,
    exchange_rate_used: rateText(priced.rate.rate),
    rate_fetched_at: priced.rate.fetchedAt,
    discount_percent: priced.discountPercent,
    items: priced.items.map((item) => ({
      countryCode: item.countryCode,
      recipients: item.recipients,
      metaCostUsdMicros: toJsonInteger(item.metaCostUsdMicros),
      markupPercent: item.markupPercent,
      unitMinorUnit: toJsonInteger(item.unitMinorUnit),
      subtotalMinorUnit: toJsonInteger(item.subtotalMinorUnit),
    })),
    messages_minor_unit: priced.messagesMinorUnit,
    platform_fee_minor_unit: priced.platformFeeMinorUnit,
    total_minor_unit: priced.totalMinorUnit,
    created_at: now,
  })
  return id
}

export async function readSnapshot(db: Db, vendorId: VendorId, id: string): Promise<AudiencePrice> {
  const row = isId(id) ? await sql.findSnapshot(db, vendorId, id) : undefined
  if (!row) throw notFound()
  return toAudiencePrice(row)
}

/** Several snapshots by id. */
export async function readSnapshots(db: Db, vendorId: VendorId, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await sql.findSnapshots(db, vendorId, ids)
  return new Map(rows.map((row) => [row.id, toAudiencePrice(row)]))
}

function toAudiencePrice(row: NonNullable<Awaited<ReturnType<typeof sql.findSnapshot>>>): AudiencePrice {
  return {
    category: row.category,
    rate: {
      currency: row.currency,
      rate: rateOf({ currency: row.currency, rate: row.exchange_rate_used }),
      decimals: currencyDecimals(row.currency),
      fetchedAt: row.rate_fetched_at,
    },
    discountPercent: row.discount_percent,
    items: row.items.map((item) => ({
      ...item,
      metaCostUsdMicros: BigInt(item.metaCostUsdMicros),
      unitMinorUnit: BigInt(item.unitMinorUnit),
      subtotalMinorUnit: BigInt(item.subtotalMinorUnit),
    })),
    messagesMinorUnit: row.messages_minor_unit,
    platformFeeMinorUnit: row.platform_fee_minor_unit,
    totalMinorUnit: row.total_minor_unit,
  }
}
