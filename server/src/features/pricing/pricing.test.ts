import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usePricing } from '../../../tests/support/money/pricing.ts'
import { newMember } from '../../../tests/support/product.ts'
import { RATE_SCALE } from '../../domain/money/exchange-rate.ts'
import type { Category } from '../../domain/money/pricing.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { priceAudienceAt } from './price-audience.ts'
import { readSnapshot, saveSnapshot } from './snapshot.ts'

const { product, feed, vendor, as, now, changeVendor, keepIn, give, sheet, priceOf, unitOf, addPrice } = usePricing()

describe("the provider's price list", () => {
  const SEPTEMBER = new Date('2026-09-30T23:59:59.999Z')
  const OCTOBER = new Date('2026-10-01T00:00:00Z')
  const costOf = async (category: Category, country: string, at: Date) => {
    const rate = { currency: 'USD', rate: RATE_SCALE, decimals: 2, fetchedAt: at }
    const audience = { category, recipientsByCountry: new Map([[country, 1]]) }
    const { items } = await priceAudienceAt(product().deps.db, vendor().vendorId, audience, rate, at)
    return items.map(({ metaCostUsdMicros, markupPercent }) => [Number(metaCostUsdMicros), markupPercent])[0]
  }

  test.each([
    ['IN', 11_800, 11_800, 1_400],
    ['US', 25_000, 25_000, 3_400],
    ['CA', 25_000, 25_000, 3_400],
    ['GB', 63_500, 63_500, 22_000],
    ['AE', 49_900, 57_600, 15_700],
    ['BR', 62_500, 62_500, 6_800],
    ['ID', 41_100, 41_100, 25_000],
    ['SA', 50_100, 57_600, 10_700],
    ['SG', 73_200, 73_200, 16_000],
    ['DE', 136_500, 136_500, 55_000],
    ['MX', 30_500, 39_700, 8_500],
  ])('has the prices for %s until September and from October', async (country, before, after, utility) => {
    expect(await costOf('MARKETING', country, SEPTEMBER)).toEqual([before, 25])
    expect(await costOf('MARKETING', country, OCTOBER)).toEqual([after, 25])
    for (const at of [SEPTEMBER, OCTOBER])
      for (const category of ['UTILITY', 'AUTHENTICATION'] as const)
        expect(await costOf(category, country, at)).toEqual([utility, 25])
    expect(await costOf('SERVICE', country, OCTOBER)).toEqual([utility, 25])
    await expect(costOf('SERVICE', country, SEPTEMBER)).rejects.toMatchObject({ code: 'PRICING_NOT_FOUND' })
  })

  test('has no price for other countries, and the error names the country', async () => {
    const audience = {
      category: 'MARKETING' as const,
      recipientsByCountry: new Map([
        ['IN', 5],
        ['FR', 1],
      ]),
    }
    await expect(priceOf(audience)).rejects.toMatchObject({
      code: 'PRICING_NOT_FOUND',
      details: {
        detail: expect.stringMatching(/MARKETING.*FR/),
        members: {
          category: 'MARKETING',
          countryCode: 'FR',
          countries: [{ countryCode: 'FR', recipients: 1 }],
        },
      },
    })
  })
})

describe('the price page', () => {
  test.each([
    ['INR', 15, 1_422, '₹0.15'],
    ['USD', 1, 18, '$0.01'],
    ['JPY', 1, 26, '￥1'],
    ['KWD', 1, 53, 'KWD 0.001'],
    ['BHD', 1, 65, 'BHD 0.001'],
    ['AED', 1, 63, 'AED 0.01'],
  ])('is exact in %s', async (currency, utilityToIndia, marketingToGermany, formatted) => {
    await keepIn(currency)
    const { status, body } = await sheet()
    expect([status, body.currency]).toEqual([200, currency])
    expect(await unitOf('UTILITY', 'IN')).toBe(utilityToIndia)
    expect(await unitOf('MARKETING', 'DE')).toBe(marketingToGermany)
    const line = body.prices.find(
      (price: { category: string; countryCode: string }) => price.category === 'UTILITY' && price.countryCode === 'IN',
    )
    expect(line.formatted.replace(/\s/g, ' ')).toBe(formatted)
  })

  test('shows the exchange rate, and is open to all members but not to operators', async () => {
    const member = await newMember(product(), vendor().token)
    const { status, body } = await product().get('/pricing', { token: member.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ exchangeRate: '83.33', discountPercent: 0, platformFee: { percent: 0 } })
    expect((await product().get('/pricing', as())).status).toBe(403)
  })
})

describe('a snapshot', () => {
  const audience = {
    category: 'MARKETING' as const,
    recipientsByCountry: new Map([
      ['IN', 1_000],
      ['DE', 3],
    ]),
  }
  const save = async () => {
    const priced = await priceOf(audience)
    const id = await inTransaction(product().deps.db, (tx) => saveSnapshot(tx, vendor().vendorId, priced, now()))
    return { id, priced }
  }

  test('is read back unchanged, whatever happens to prices, rates and tiers', async () => {
    const { id, priced } = await save()
    expect(priced).toMatchObject({ totalMinorUnit: 127_266n, rate: { currency: 'INR' } })
    await addPrice({ category: 'MARKETING', countryCode: 'IN', metaCostUsdMicros: 1 })
    await give({ markupPercent: 500 })
    feed().quote({ INR: '90' }, now)
    await product().advance(3_601)
    expect((await priceOf(audience)).totalMinorUnit).not.toBe(127_266n)
    expect(await readSnapshot(product().deps.db, vendor().vendorId, id)).toEqual(priced)
    feed().quote({}, now)
    await product().advance(3_601)
  })

  test('cannot be changed, and can be read by its vendor only', async () => {
    const { id } = await save()
    for (const statement of [
      'update pricing_snapshot set total_minor_unit = 0',
      'delete from pricing_snapshot',
      'truncate pricing_snapshot cascade',
    ])
      await expect(sql.raw(statement).execute(product().deps.db)).rejects.toThrow('append-only')
    const { db } = product().deps
    for (const [who, what] of [
      [newId<'vendor'>(), id],
      [vendor().vendorId, newId<'x'>()],
      [vendor().vendorId, 'x'],
    ] as const)
      await expect(readSnapshot(db, who, what)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('without an exchange rate of the last day only prices in dollars are available', async () => {
  feed().answer({ status: 500 })
  await product().advance(80_000)
  await changeVendor()
  expect((await sheet()).status).toBe(200)
  await product().advance(10_000)
  const refused = await sheet()
  expect(refused).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await keepIn('USD')
  expect(await unitOf('UTILITY', 'IN')).toBe(1)
})
