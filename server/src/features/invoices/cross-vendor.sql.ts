// Number series and exchange rates are the same for every vendor.

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** The next number of a series. Its row stays locked until the transaction ends, and is rolled back with it. */
export const takeNumber = async (tx: Tx, series: string) => {
  const row = await tx
    .insertInto('number_series')
    .values({ series, last_number: 1n })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql`number_series.last_number + 1` }),
    )
    .returning('last_number as n')
    .executeTakeFirstOrThrow()
  return row.n
}

/** Rupees per unit of a currency, at the last known rate and with the precision of the ledger. */
export const rupeesFor = async (db: Db, currency: string) => {
  const row = await db
    .selectFrom('exchange_rate as rupees')
    .innerJoin('exchange_rate as own', 'own.from_currency', 'rupees.from_currency')
    .select(sql<string>`round(rupees.rate / own.rate, 10)`.as('rate'))
    .where('rupees.from_currency', '=', 'USD')
    .where('rupees.to_currency', '=', 'INR')
    .where('own.to_currency', '=', currency)
    .executeTakeFirst()
  return row?.rate
}
