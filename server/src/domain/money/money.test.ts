import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, currencyDecimals } from './currencies.ts'
import { divCeil, divFloor, divRound, formatMoney, MINOR_UNITS_MAX, toJsonInteger } from './money.ts'

describe('a division', () => {
  const dividend = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 6n })

  test('down, up or to the nearest is the whole number that its name says', () => {
    fc.assert(
      fc.property(dividend, divisor, (a, b) => {
        const [floor, ceil, round] = [divFloor(a, b), divCeil(a, b), divRound(a, b)]
        expect(floor * b <= a && a < (floor + 1n) * b).toBe(true)
        expect((ceil - 1n) * b < a && a <= ceil * b).toBe(true)
        expect((2n * round - 1n) * b <= 2n * a && 2n * a < (2n * round + 1n) * b).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('without a remainder is exact, also below zero', () => {
    for (const div of [divFloor, divCeil, divRound])
      expect([div(-6n, 3n), div(0n, 3n), div(6n, 3n)]).toEqual([-2n, 0n, 2n])
  })

  test('rounds halves up, also below zero', () => {
    expect([divRound(1n, 2n), divRound(-1n, 2n), divRound(-3n, 2n)]).toEqual([1n, 0n, -1n])
  })
})

describe('an amount', () => {
  test.each([
    [123_456_789n, 'INR', '₹12,34,567.89'],
    [123_456_789n, 'USD', '$1,234,567.89'],
    [123_456_789n, 'AED', 'AED\u00a01,234,567.89'],
    [123_456_789n, 'GBP', '£1,234,567.89'],
    [123_456_789n, 'EUR', '€1,234,567.89'],
    [123_456_789n, 'SGD', '$1,234,567.89'],
    [123_456_789n, 'JPY', '￥123,456,789'],
    [123_456_789n, 'KWD', 'KWD\u00a0123,456.789'],
    [123_456_789n, 'BHD', 'BHD\u00a0123,456.789'],
    [5n, 'INR', '₹0.05'],
    [0n, 'INR', '₹0.00'],
    [0n, 'JPY', '￥0'],
    [-5n, 'INR', '-₹0.05'],
    [-123_456n, 'USD', '-$1,234.56'],
    [100n, 'CHF', 'CHF\u00a01.00'],
  ])('of %d in %s is written %s', (minorUnits, currency, text) => {
    expect(formatMoney(minorUnits, currency)).toBe(text)
  })

  test('is written with every digit, however large', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(...CURRENCIES), (minorUnits, currency) => {
        const digits = formatMoney(minorUnits, currency).replace(/\D/g, '')
        expect(digits).toBe(minorUnits.toString().padStart(currencyDecimals(currency) + 1, '0'))
      }),
    )
  })

  test('is a JSON number up to the largest that keeps its precision, and refused beyond', () => {
    for (const sign of [1n, -1n]) {
      expect(toJsonInteger(sign * MINOR_UNITS_MAX)).toBe(Number(sign) * Number.MAX_SAFE_INTEGER)
      expect(() => toJsonInteger(sign * (MINOR_UNITS_MAX + 1n))).toThrow(RangeError)
    }
  })
})
