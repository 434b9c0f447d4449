import { expect, test } from 'vitest'
import { changeOf, type VendorTerms } from './vendor-pricing-preview.tsx'

type Price = Parameters<typeof changeOf>[0]
const price = { metaCostUsdMicros: 10_000, markupPercent: 20 } as Price
const tier = (discountPercent: number, markupPercent: number | null = null) =>
  ({ discountPercent, markupPercent }) as NonNullable<VendorTerms['tier']>
const NONE: VendorTerms = { tier: undefined, markupPercent: null }

test("a preview of a vendor's terms takes the markup of the vendor before that of its tier, and that before the price's", () => {
  expect(changeOf(price, NONE, { tier: tier(0, 50), markupPercent: null })).toBe('USD 0.0120 → USD 0.0150 (+25.0%)')
  expect(changeOf(price, NONE, { tier: tier(10, 50), markupPercent: 0 })).toBe('USD 0.0120 → USD 0.0090 (−25.0%)')
  expect(changeOf(price, NONE, { tier: undefined, markupPercent: 20 })).toBe('USD 0.0120')
})
