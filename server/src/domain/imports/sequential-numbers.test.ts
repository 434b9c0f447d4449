import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspectNumbers, looksGenerated } from './sequential-numbers.ts'

const from = (first: number, count: number, step = 1) => Array.from({ length: count }, (_, i) => `${first + i * step}`)
const isFlagged = (mobiles: Iterable<string>) => looksGenerated(inspectNumbers(mobiles))
const START = 919_876_500_000
/** Mobile numbers of India, as thin as in a real address book. */
const spread = (count: number) =>
  fc.uniqueArray(fc.integer({ min: 916_000_000_000, max: 919_999_999_999 }), { minLength: count, maxLength: count })

describe('numbers that look generated', () => {
  test.each<[string, string[]]>([
    ['two hundred in a row', from(START, 200)],
    ['across the borders of all blocks', from(START + 899, 200)],
    ['five hundred with names would be the same', from(START, 500)],
    ['every fifth number', from(START, 2_000, 5)],
    ['every ninth number', from(START, 2_000, 9)],
    [
      'ten thousand of a million that are otherwise real',
      [...from(START, 10_000), ...from(91_600_000_000, 90_000, 35_000)],
    ],
    ['several ranges', [...from(START, 150), ...from(447_400_000_000, 150)]],
  ])('are recognised: %s', (_what, mobiles) => expect(isFlagged(mobiles)).toBe(true))

  test.each<[string, string[]]>([
    ['nothing', []],
    ['fewer than two hundred', from(START, 199)],
    ['the block of one company', from(START, 100)],
    [
      'the blocks of fifty companies, sorted',
      Array.from({ length: 50 }, (_, i) => from(START + i * 10_000, 100)).flat(),
    ],
    ['the staff of a company in a large list', [...from(START, 900), ...from(91_600_000_000, 9_000, 350_000)]],
    ['a tenth of all numbers of a country', from(35_679_000_000, 10_000, 10)],
    ['one number, often', Array<string>(1_000).fill(`${START}`)],
  ])('are not: %s', (_what, mobiles) => expect(isFlagged(mobiles)).toBe(false))

  test('are the same in any order and with repeats', () => {
    const mobiles = fc.shuffledSubarray([
      ...from(START, 250),
      ...from(START + 5_000, 90),
      ...from(START + 9_000, 130, 7),
    ])
    fc.assert(
      fc.property(mobiles, (some) => {
        expect(inspectNumbers([...some, ...some])).toEqual(inspectNumbers([...some].sort()))
      }),
    )
  })

  test('are counted whole when a range is long and dense enough, among any real numbers', () => {
    const range = fc.tuple(
      fc.integer({ min: 0, max: 900_000 }),
      fc.integer({ min: 200, max: 600 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(range, spread(400), ([offset, count, step], real) => {
        const range = from(440_000_000_000 + offset, count, step)
        expect(inspectNumbers([...real.map(String), ...range]).sequentialContacts).toBe(count)
        expect(isFlagged([...real.map(String), ...range])).toBe(true)
      }),
    )
  })

  test('are never found in real address books, nor in blocks of at most a hundred', () => {
    const blocks = fc.uniqueArray(fc.integer({ min: 1, max: 3_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(spread(3_000), blocks, (real, starts) => {
        const companies = starts.flatMap((start) => from(440_000_000_000 + start * 2_000, 100))
        expect(inspectNumbers([...real.map(String), ...companies]).sequentialContacts).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test('a count never exceeds the number of contacts, and more numbers never make it smaller', () => {
    const numbers = fc.array(fc.integer({ min: START, max: START + 4_000 }).map(String), { maxLength: 900 })
    fc.assert(
      fc.property(numbers, numbers, (some, more) => {
        const [few, all] = [inspectNumbers(some), inspectNumbers([...some, ...more])]
        expect(few.sequentialContacts).toBeLessThanOrEqual(few.contacts)
        expect(all.sequentialContacts).toBeGreaterThanOrEqual(few.sequentialContacts)
      }),
    )
  })
})
