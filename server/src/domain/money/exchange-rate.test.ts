import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  convertDown,
  convertUp,
  fromPaise,
  inPaise,
  isPlausible,
  isWorthMore,
  RATE_SCALE,
  rateText,
  readRate,
} from './exchange-rate.ts'

describe('a rate', () => {
  test.each([
    ['83.33', 833_300_000_000n],
    ['1', RATE_SCALE],
    ['0.000001', 10_000n],
    ['149.50', 1_495_000_000_000n],
    ['0.30750000005', 3_075_000_001n],
    ['0.30750000004999', 3_075_000_000n],
    ['1000000000', 10n ** 19n],
  ])('%s is parsed exactly', (text, rate) => expect(readRate(text)).toBe(rate))

  test.each([
    '0',
    '0.0',
    '-83.33',
    '+83.33',
    '8.333e1',
    '1e2',
    'NaN',
    'Infinity',
    '',
    ' 83.33',
    '83.33\n',
    '.5',
    '83.',
    '83,33',
    '0x53',
    '٨٣',
    '1000000000.1',
    '99999999999',
    '0.0000001',
    '1'.repeat(500),
    `0.${'3'.repeat(500)}`,
  ])('%j is not a rate', (text) => expect(readRate(text)).toBeUndefined())

  test('is formatted as it was parsed', () => {
    fc.assert(
      fc.property(fc.bigInt(10_000n, 10n ** 19n), (rate) => {
        expect(readRate(rateText(rate))).toBe(rate)
      }),
    )
    expect([rateText(833_300_000_000n), rateText(RATE_SCALE), rateText(1n)]).toEqual(['83.33', '1', '0.0000000001'])
  })

  test('may change by up to a fifth at once, up or down, and no more', () => {
    const known = 833_300_000_000n
    const fifth = known / 5n
    for (const change of [0n, 1n, fifth]) {
      expect(isPlausible(known + change, known)).toBe(true)
      expect(isPlausible(known - change, known)).toBe(true)
    }
    for (const offered of [known + fifth + 1n, known - fifth - 1n, known * 100n, known / 100n, 1n])
      expect(isPlausible(offered, known)).toBe(false)
  })
})

test('an amount converted to another currency is its exact value rounded up or down, for any number of decimals', () => {
  const inr = { rate: 833_300_000_000n, decimals: 2 }
  expect(convertUp(10_000n, inr, { rate: RATE_SCALE, decimals: 2 })).toBe(121n)
  expect(convertUp(10_000n, inr, { rate: 1_495_000_000_000n, decimals: 0 })).toBe(180n)
  expect(convertUp(10_000n, inr, { rate: 3_075_000_000n, decimals: 3 })).toBe(370n)
  expect(convertDown(10_000n, inr, { rate: RATE_SCALE, decimals: 2 })).toBe(120n)
  expect(convertDown(10_000n, inr, { rate: 3_075_000_000n, decimals: 3 })).toBe(369n)
  const money = fc.record({ rate: fc.bigInt(10_000n, 10n ** 19n), decimals: fc.constantFrom(0, 2, 3) })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), money, money, (amount, from, to) => {
      const up = convertUp(amount, from, to)
      const worth = amount * to.rate * 10n ** BigInt(to.decimals)
      const one = from.rate * 10n ** BigInt(from.decimals)
      expect(up * one >= worth && (up - 1n) * one < worth).toBe(true)
      const down = convertDown(amount, from, to)
      expect(down * one <= worth && (down + 1n) * one > worth).toBe(true)
    }),
  )
})

describe('amounts of two currencies', () => {
  const inr = { rate: 833_300_000_000n, decimals: 2 }
  const usd = { rate: RATE_SCALE, decimals: 2 }
  const yen = { rate: 1_495_000_000_000n, decimals: 0 }

  test('are compared by their worth in dollars, exactly', () => {
    expect(isWorthMore(8_334n, inr, 100n, usd)).toBe(true)
    expect(isWorthMore(8_333n, inr, 100n, usd)).toBe(false)
    expect(isWorthMore(100n, usd, 8_333n, inr)).toBe(false)
    expect(isWorthMore(101n, usd, 151n, yen)).toBe(false)
    expect(isWorthMore(102n, usd, 151n, yen)).toBe(true)
  })

  test('have the value in paise that the ledger stores: to the nearest, halves up', () => {
    const rupees = 833_300_000_000n
    expect(inPaise(100n, 2, rupees)).toBe(8_333n)
    expect(inPaise(1n, 0, rupees)).toBe(8_333n)
    expect(inPaise(1_000n, 3, rupees)).toBe(8_333n)
    expect([inPaise(1n, 2, RATE_SCALE / 2n), inPaise(1n, 2, RATE_SCALE / 2n - 1n)]).toEqual([1n, 0n])
  })

  test('are converted back from paise, to the nearest, halves up', () => {
    const rupees = 833_300_000_000n
    expect([fromPaise(8_333n, 2, rupees), fromPaise(8_333n, 0, rupees), fromPaise(8_333n, 3, rupees)]).toEqual([
      100n,
      1n,
      1_000n,
    ])
    expect([fromPaise(1n, 2, 2n * RATE_SCALE), fromPaise(1n, 2, 2n * RATE_SCALE + 1n)]).toEqual([1n, 0n])
  })
})
