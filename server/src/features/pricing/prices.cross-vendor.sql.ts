// The provider's prices are the same for every vendor.

import { sql } from 'kysely'
import type { Category } from '../../domain/money/pricing.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

const COLUMNS = [
  'id',
  'category',
  'country_code as countryCode',
  'currency',
  'meta_cost_usd_micros as metaCostUsdMicros',
  'meta_cost_usd_cents as metaCostUsdCents',
  'markup_percent as markupPercent',
  'effective_from as effectiveFrom',
  'is_active as isActive',
  'created_at as createdAt',
] as const

export interface PriceFilter {
  category?: Category | undefined
  countryCodes?: readonly string[] | undefined
}

const prices = (db: Db, { category, countryCodes }: PriceFilter) =>
  db
    .selectFrom('message_pricing')
    .select(COLUMNS)
    .$if(category !== undefined, (query) => query.where('category', '=', category as Category))
    .$if(countryCodes !== undefined, (query) => query.where('country_code', 'in', [...(countryCodes ?? []), '']))

/** The prices in force for vendors of a currency: the newest in their own currency, else the newest in USD. */
export const pricesFor = (db: Db, filter: PriceFilter, currency: string, now: Date) =>
  prices(db, filter)
    .distinctOn(['country_code', 'category'])
    .where('is_active', '=', true)
    .where('effective_from', '<=', now)
    .where('currency', 'in', [currency, 'USD'])
    .orderBy('country_code')
    .orderBy('category')
    .orderBy(sql`currency = ${currency}`, 'desc')
    .orderBy('effective_from', 'desc')
    .execute()

/** The prices in force, in every currency. */
export const currentPrices = (db: Db, filter: PriceFilter, now: Date) =>
  prices(db, filter)
    .distinctOn(['country_code', 'category', 'currency'])
    .where('is_active', '=', true)
    .where('effective_from', '<=', now)
    .orderBy('country_code')
    .orderBy('category')
    .orderBy('currency')
    .orderBy('effective_from', 'desc')
    .execute()

/** Not paged: there are a few rows a year for each category and country. */
export const allPrices = (db: Db, filter: PriceFilter) =>
  prices(db, filter).orderBy('country_code').orderBy('category').orderBy('currency').orderBy('effective_from').execute()

export interface NewPrice {
  id: string
  category: Category
  country_code: string
  currency: string
  meta_cost_usd_micros: bigint
  markup_percent: number | null
  effective_from: Date
  created_at: Date
}

/** Returns undefined when there is a price with the same effective date. */
export const insertPrice = (tx: Tx, price: NewPrice) =>
  tx
    .insertInto('message_pricing')
    .values(price)
    .onConflict((oc) => oc.constraint('message_pricing_version_unique').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

export const lockPrice = (tx: Tx, id: string) =>
  tx
    .selectFrom('message_pricing')
    .select('is_active as isActive')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const withdrawPrice = (tx: Tx, id: string) =>
  tx
    .updateTable('message_pricing')
    .set({ is_active: false })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
