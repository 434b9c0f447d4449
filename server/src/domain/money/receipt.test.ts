import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitMinorUnit } from './pricing.ts'
import { splitCharge } from './receipt.ts'

const INR = { rate: 833_300_000_000n, decimals: 2 }

test('0.0014 USD at 83.33 is 11.67 paise: five messages at 15 are 58 for the provider and 17 for us', () => {
  expect(splitCharge({ messages: 5, unitMinorUnit: 15n, metaCostUsdMicros: 1_400n }, INR)).toEqual({
    totalMinorUnit: 75n,
    providerCostMinorUnit: 58n,
    platformFeeMinorUnit: 17n,
  })
})

test('both parts always add up to the charge, neither is negative, and the provider’s is accurate to half a unit', () => {
  fc.assert(
    fc.property(
      fc.record({
        messages: fc.integer({ min: 0, max: 1_000_000 }),
        micros: fc.bigInt({ min: 0n, max: 2_000_000n }),
        rate: fc.bigInt({ min: 1n, max: 2_000n * 10n ** 10n }),
        decimals: fc.constantFrom(0, 2, 3),
        markupPercent: fc.integer({ min: 0, max: 300 }),
        discountPercent: fc.integer({ min: 0, max: 100 }),
      }),
      ({ messages, micros, rate, decimals, markupPercent, discountPercent }) => {
        const terms = {
          rate: rate,
          decimals,
          discountPercent,
          fee: { flatMinorUnit: 0n, percent: 0 },
        }
        const unit = unitMinorUnit({ countryCode: 'IN', metaCostUsdMicros: micros, markupPercent }, terms)
        const line = splitCharge({ messages, unitMinorUnit: unit, metaCostUsdMicros: micros }, terms)
        expect(line.providerCostMinorUnit + line.platformFeeMinorUnit).toBe(unit * BigInt(messages))
        expect(line.providerCostMinorUnit >= 0n && line.platformFeeMinorUnit >= 0n).toBe(true)
        const exact = micros * rate * 10n ** BigInt(decimals) * BigInt(messages)
        const off = 2n * (line.providerCostMinorUnit * 10n ** 16n - exact)
        if (line.platformFeeMinorUnit > 0n) expect(off <= 10n ** 16n && off > -(10n ** 16n)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})
