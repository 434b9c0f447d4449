import { expect, test } from 'vitest'
import { changePercent, priceToday, usd } from './charged-price.ts'

type Prices = Parameters<typeof priceToday>[0]
const price = (currency: string, metaCostUsdMicros: number, markupPercent = 20) => ({
  category: 'MARKETING',
  countryCode: 'IN',
  currency,
  metaCostUsdMicros,
  markupPercent,
})

test('a new price is compared with the one that applies to its currency today', () => {
  const prices = [price('USD', 10_000), price('INR', 12_000)] as unknown as Prices
  const today = (wanted: Parameters<typeof priceToday>[1]) => priceToday(prices, wanted)?.metaCostUsdMicros
  expect(today(price('INR', 1))).toBe(12_000)
  expect(today(price('EUR', 1))).toBe(10_000)
  expect(today({ ...price('INR', 1), countryCode: 'AE' })).toBeUndefined()
})

test('the change includes the markup', () => {
  expect(changePercent(price('USD', 10_000), price('USD', 10_000, 32))).toBe('+10.0%')
  expect(changePercent(price('USD', 10_000), price('USD', 5_000))).toBe('−50.0%')
  expect(changePercent(price('USD', 0), price('USD', 5_000))).toBeUndefined()
})

test('the discount is taken from the price with markup', () => {
  const amount = { metaCostUsdMicros: 10_000, markupPercent: 20 }
  expect(usd({ ...amount, discountPercent: 10 })).toBe('USD 0.0108')
  expect(changePercent(amount, { ...amount, discountPercent: 10 })).toBe('−10.0%')
})
