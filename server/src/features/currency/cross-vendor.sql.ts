// Currencies and exchange rates are the same for every vendor.

import type { Generated } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    currency_config: {
      code: string
      symbol: string
      decimal_places: number
      locale: string
      is_active: Generated<boolean>
    }
    exchange_rate: {
      id: Generated<string>
      from_currency: string
      to_currency: string
      /** As text, because a float would lose digits. */
      rate: string
      fetched_at: Date
      /** What the feed last said, also if it was too large a change to be used. */
      offered_rate: string | null
      offered_at: Date | null
    }
    rates_feed: { id: Generated<boolean>; next_look_at: Date }
  }
}

export const listCurrencies = (db: Db) =>
  db
    .selectFrom('currency_config')
    .select(['code', 'symbol', 'decimal_places as decimalPlaces', 'locale'])
    .where('is_active', '=', true)
    .orderBy('code')
    .execute()

const dollarRates = (db: Db) =>
  db
    .selectFrom('exchange_rate')
    .select([
      'to_currency as currency',
      'rate',
      'fetched_at as fetchedAt',
      'offered_rate as offeredRate',
      'offered_at as offeredAt',
    ])
    .where('from_currency', '=', 'USD')
    .orderBy('to_currency')

export const findRate = (db: Db, currency: string) =>
  dollarRates(db).where('to_currency', '=', currency).executeTakeFirst()

export const listRates = (db: Db) => dollarRates(db).execute()

export const lockRates = (tx: Tx) => dollarRates(tx).forUpdate().execute()

export const updateRate = (tx: Tx, currency: string, rate: string, fetchedAt: Date) =>
  tx
    .updateTable('exchange_rate')
    .set({ rate, fetched_at: fetchedAt })
    .where('from_currency', '=', 'USD')
    .where('to_currency', '=', currency)
    .execute()

export const saveOffer = (tx: Tx, currency: string, rate: string, at: Date) =>
  tx
    .updateTable('exchange_rate')
    .set({ offered_rate: rate, offered_at: at })
    .where('from_currency', '=', 'USD')
    .where('to_currency', '=', currency)
    .execute()

export const nextFetch = (db: Db) => db.selectFrom('rates_feed').select('next_look_at as at').executeTakeFirstOrThrow()

export const setNextLook = (tx: Tx, at: Date) => tx.updateTable('rates_feed').set({ next_look_at: at }).execute()
