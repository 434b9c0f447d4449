import { describe, expect, test } from 'vitest'
import { checkPrices } from '../../../tests/support/money/price-cases.ts'
import { exampleCount } from '../../../tests/support/random/example-count.ts'
import { readRate } from './exchange-rate.ts'
import { price, type Terms, unitMinorUnit } from './pricing.ts'

const terms = (rate: string, decimals = 2, more: Partial<Terms> = {}): Terms => ({
  rate: readRate(rate) ?? 0n,
  decimals,
  discountPercent: 0,
  fee: { flatMinorUnit: 0n, percent: 0 },
  ...more,
})
const costing = (usdMicros: number, markupPercent = 25) => ({
  countryCode: 'IN',
  metaCostUsdMicros: BigInt(usdMicros),
  markupPercent,
})

describe('the price of a message', () => {
  test.each([
    ['0.0014 USD in rupees', 1_400, '83.33', 2, 15n],
    ['0.0118 USD in rupees', 11_800, '83.33', 2, 123n],
    ['0.0014 USD in yen', 1_400, '149.5', 0, 1n],
    ['0.1365 USD in yen', 136_500, '149.5', 0, 26n],
    ['0.0014 USD in Kuwaiti fils', 1_400, '0.3075', 3, 1n],
    ['0.1365 USD in Kuwaiti fils', 136_500, '0.3075', 3, 53n],
    ['0.0250 USD in cents', 25_000, '1', 2, 4n],
    ['nothing', 0, '83.33', 2, 0n],
    ['a millionth', 1, '83.33', 2, 1n],
  ])('%s', (_, micros, rate, decimals, cost) =>
    expect(unitMinorUnit(costing(micros), terms(rate, decimals))).toBe(cost),
  )

  test('is exact where floats are not: 1.1 cents at 88 with 25% are 121 paise, while floats give 122', () => {
    expect(Math.ceil(1.1 * 88 * 1.25)).toBe(122)
    expect(unitMinorUnit(costing(11_000), terms('88'))).toBe(121n)
  })

  test('is reduced by the discount of the tier, taken from the whole price and rounded up', () => {
    const discounted = (discountPercent: number) =>
      unitMinorUnit(costing(1_400), terms('83.33', 2, { discountPercent }))
    expect([0, 1, 10, 33, 99, 100].map(discounted)).toEqual([15n, 15n, 14n, 11n, 1n, 0n])
  })
})

describe('the price of an audience', () => {
  const audience = [
    { ...costing(1_400), recipients: 1_000 },
    { ...costing(25_000), countryCode: 'US', recipients: 7 },
  ]

  test('is the sum over its countries and the fee, whose percentage is rounded up', () => {
    const priced = price(audience, terms('83.33', 2, { fee: { flatMinorUnit: 500n, percent: 3 } }))
    expect(priced.items.map(({ unitMinorUnit, subtotalMinorUnit }) => [unitMinorUnit, subtotalMinorUnit])).toEqual([
      [15n, 15_000n],
      [261n, 1_827n],
    ])
    expect(priced).toMatchObject({
      messagesMinorUnit: 16_827n,
      platformFeeMinorUnit: 500n + 505n,
      totalMinorUnit: 17_832n,
    })
  })

  test('is zero, without any fee, for an empty audience', () => {
    const fee = { flatMinorUnit: 500n, percent: 3 }
    for (const empty of [[], audience.map((country) => ({ ...country, recipients: 0 }))])
      expect(price(empty, terms('83.33', 2, { fee }))).toMatchObject({ platformFeeMinorUnit: 0n, totalMinorUnit: 0n })
  })

  test('100,000 audiences agree with exact fractions', () => checkPrices(20_261_115, exampleCount(100_000)))
})
