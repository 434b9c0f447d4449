import { newId } from '../../../src/platform/ids.ts'
import type { TestProduct } from '../product.ts'

/** A price of marketing messages to a country that has none in the seed data. */
export const addPrice = ({ deps: { db, clock } }: TestProduct, countryCode: string) =>
  db
    .insertInto('message_pricing')
    .values({
      id: newId<'price'>(),
      category: 'MARKETING',
      country_code: countryCode,
      currency: 'USD',
      meta_cost_usd_micros: 30_000n,
      markup_percent: null,
      effective_from: clock.now(),
      created_at: clock.now(),
    })
    .execute()

export const withdrawPrices = async ({ deps: { db } }: TestProduct, countryCodes: readonly string[]) => {
  await db.updateTable('message_pricing').set({ is_active: false }).where('country_code', 'in', countryCodes).execute()
}
