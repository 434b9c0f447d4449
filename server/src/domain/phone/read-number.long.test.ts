import { expect, test } from 'vitest'
import { strangeNumbers } from '../../../tests/support/strange-numbers.ts'
import { library } from './library.ts'
import { readNumber } from './read-number.ts'

const NUMBERS = 500_000
/** Another run tries other numbers. The seed makes a failing one come back. */
const SEED = Math.floor(Math.random() * 2 ** 31)

test(`the fast path and the library read ${NUMBERS} numbers alike (seed ${SEED})`, () => {
  for (const { raw, context } of strangeNumbers(SEED, NUMBERS)) {
    const fast = JSON.stringify(readNumber(raw, context))
    const slow = JSON.stringify(readNumber(raw, context, library))
    if (fast !== slow) expect(fast, JSON.stringify({ raw, context })).toBe(slow)
  }
})
