import { expect, test } from 'vitest'
import { strangeNumbers } from '../../../../tests/support/contacts/strange-numbers.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'
import { libphonenumber } from './libphonenumber.ts'
import { readNumber } from './read-number.ts'

const NUMBERS = 500_000

test(`the fast path and the library read ${NUMBERS} numbers alike (seed ${SEED})`, () => {
  for (const { raw, context } of strangeNumbers(SEED, NUMBERS)) {
    const fast = JSON.stringify(readNumber(raw, context))
    const slow = JSON.stringify(readNumber(raw, context, libphonenumber))
    if (fast !== slow) expect(fast, JSON.stringify({ raw, context })).toBe(slow)
  }
})
