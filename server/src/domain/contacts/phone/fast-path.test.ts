import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { AWKWARD, strangeNumbers } from '../../../../tests/support/contacts/strange-numbers.ts'
import { exampleCount } from '../../../../tests/support/random/example-count.ts'
import { COUNTRY_SOURCES, FAILURES } from '../contact.ts'
import { fastPath } from './fast-path.ts'
import { libphonenumber } from './libphonenumber.ts'
import { readNumber } from './read-number.ts'

/** The long test tries 500,000. The seed makes a failing number reproducible. */
const NUMBERS = exampleCount(20_000)
const SEED = 20_261_115

/** Asks vitest only where they differ: its comparison takes longer than both readings. */
function expectSame(one: unknown, other: unknown, what: () => string) {
  if (!isDeepStrictEqual(one, other)) expect(one, what()).toEqual(other)
}

describe('the fast path and the library', () => {
  test(`read ${NUMBERS} numbers alike (seed ${SEED})`, () => {
    const seen = new Set<string>()
    for (const { raw, context } of strangeNumbers(SEED, NUMBERS)) {
      const outcome = readNumber(raw, context)
      expectSame(outcome, readNumber(raw, context, libphonenumber), () => JSON.stringify({ raw, context }))
      seen.add(outcome.kind === 'number' ? outcome.source : outcome.kind === 'bad' ? outcome.reason : outcome.kind)
    }
    // the sample was mixed
    const { malformed, invalidCountry, digitCount, impossible } = FAILURES
    for (const end of [...COUNTRY_SOURCES, malformed, invalidCountry, digitCount, impossible, 'undecided'])
      expect(seen).toContain(end)
  })

  test('agree on both lookups, also beyond those that the rules make', () => {
    for (const { raw, context } of strangeNumbers(SEED, NUMBERS / 4)) {
      const digits = raw.replace(/[^0-9]/g, '')
      for (const country of [context.vendor, context.default ?? 'SJ'] as const)
        expectSame(
          fastPath.national(digits, country),
          libphonenumber.national(digits, country),
          () => `${digits} ${country}`,
        )
      expectSame(fastPath.international(digits), libphonenumber.international(digits), () => digits)
    }
  })

  test('agree on short numbers in every irregular country', () => {
    for (const country of AWKWARD)
      for (let number = 0; number < 1000; number += 1000 / exampleCount(1000)) {
        const digits = `${number}`
        expectSame(
          fastPath.national(digits, country),
          libphonenumber.national(digits, country),
          () => `${digits} ${country}`,
        )
        expectSame(fastPath.international(digits), libphonenumber.international(digits), () => digits)
      }
  })

  test('read a number under a calling code that belongs to no country', () => {
    const reading = { e164: '+80012345678', countryCode: '001', nationalNumber: '12345678' }
    expect(fastPath.international('80012345678')).toEqual(reading)
    expect(libphonenumber.international('80012345678')).toEqual(reading)
  })
})
