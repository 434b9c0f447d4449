import { expect } from 'vitest'
import { type CountryPrice, price, type Terms, unitBeforeDiscount } from '../../../src/domain/money/pricing.ts'
import { seededRandom } from '../random/seeded-random.ts'

/** a / b with b > 0. The expected values are checked by comparing products, without division. */
type Fraction = readonly [bigint, bigint]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
/** Whether `whole` is the fraction rounded up. */
const isCeil = (whole: bigint, [a, b]: Fraction) => whole * b >= a && (whole - 1n) * b < a

/**
 * Prices audiences of up to three countries and compares every figure with exact fractions. A failure names its seed
 * and case.
 */
export function checkPrices(seed: number, cases: number) {
  const { below, chance, pick } = seededRandom(seed)
  for (let i = 0; i < cases; i++) {
    const terms: Terms = {
      rate: BigInt(pick([1, 100, 10_000])) * BigInt(1 + below(2 ** 31)) * BigInt(1 + below(1_000)),
      decimals: pick([0, 2, 3]),
      discountPercent: chance(0.5) ? 0 : below(101),
      fee: chance(0.5)
        ? { flatMinorUnit: 0n, percent: 0 }
        : { flatMinorUnit: BigInt(below(10_000)), percent: below(101) },
    }
    const audience = Array.from({ length: 1 + below(3) }, (_, n) => ({
      countryCode: `C${n}`,
      metaCostUsdMicros: BigInt(chance(0.5) ? below(2_000) * 100 : below(2 ** 30)),
      markupPercent: chance(0.5) ? 25 : below(1_001),
      recipients: chance(0.1) ? 0 : below(1_000_000),
    }))
    const wrong = wrongFigure(audience, terms)
    if (wrong) expect.fail(`seed ${seed}, case ${i}: ${wrong}`)
  }
}

function wrongFigure(audience: (CountryPrice & { recipients: number })[], terms: Terms): string | undefined {
  const priced = price(audience, terms)
  let messages = 0n
  for (const [i, country] of audience.entries()) {
    const { unitMinorUnit, subtotalMinorUnit } = priced.items[i] as (typeof priced.items)[number]
    if (!isUnit(unitMinorUnit, country, terms)) return `the unit of ${country.countryCode}`
    if (subtotalMinorUnit !== unitMinorUnit * BigInt(country.recipients))
      return `the subtotal of ${country.countryCode}`
    messages += subtotalMinorUnit
  }
  if (priced.messagesMinorUnit !== messages) return 'the sum'
  const percentage = priced.platformFeeMinorUnit - terms.fee.flatMinorUnit
  const isFree = audience.every(({ recipients }) => recipients === 0)
  if (isFree ? priced.totalMinorUnit !== 0n : !isCeil(percentage, [messages * BigInt(terms.fee.percent), 100n]))
    return 'the fee'
  return priced.totalMinorUnit === messages + priced.platformFeeMinorUnit ? undefined : 'the total'
}

function isUnit(unit: bigint, country: CountryPrice, terms: Terms) {
  const usd: Fraction = [country.metaCostUsdMicros, 1_000_000n]
  const inCurrency = times(usd, [terms.rate * 10n ** BigInt(terms.decimals), 10_000_000_000n])
  const before = unitBeforeDiscount(country, terms)
  return (
    isCeil(before, times(inCurrency, [BigInt(100 + country.markupPercent), 100n])) &&
    isCeil(unit, [before * BigInt(100 - terms.discountPercent), 100n])
  )
}
