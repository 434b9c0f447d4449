import { describe, expect, test } from 'vitest'
import { AWKWARD, strangeNumbers } from '../../../../tests/support/strange-numbers.ts'
import { COUNTRY_SOURCES, FAILURES } from '../contact.ts'
import { fastPath } from './fast-path.ts'
import { library } from './library.ts'
import { readNumber } from './read-number.ts'

/** The long run tries 500,000. The seed makes a failing number come back. */
const NUMBERS = 20_000
const SEED = 20_261_115

describe('the fast path and the library', () => {
  test(`read ${NUMBERS} numbers alike (seed ${SEED})`, () => {
    const seen = new Set<string>()
    for (const { raw, context } of strangeNumbers(SEED, NUMBERS)) {
      const outcome = readNumber(raw, context)
      expect(outcome, JSON.stringify({ raw, context })).toEqual(readNumber(raw, context, library))
      seen.add(outcome.kind === 'number' ? outcome.source : outcome.kind === 'bad' ? outcome.reason : outcome.kind)
    }
    // it was a real mixture
    const { malformed, invalidCountry, digitCount, impossible } = FAILURES
    for (const end of [...COUNTRY_SOURCES, malformed, invalidCountry, digitCount, impossible, 'unsettled'])
      expect(seen).toContain(end)
  })

  test('agree on both questions, also where the rules do not ask them', () => {
    for (const { raw, context } of strangeNumbers(SEED, NUMBERS / 4)) {
      const digits = raw.replace(/[^0-9]/g, '')
      for (const country of [context.vendor, context.default ?? 'SJ'] as const)
        expect(fastPath.national(digits, country), `${digits} ${country}`).toEqual(library.national(digits, country))
      expect(fastPath.international(digits), digits).toEqual(library.international(digits))
    }
  })

  test('know the same short numbers in every awkward country', () => {
    for (const country of AWKWARD)
      for (let number = 0; number < 1000; number++) {
        expect(fastPath.national(`${number}`, country)).toEqual(library.national(`${number}`, country))
        expect(fastPath.international(`${number}`)).toEqual(library.international(`${number}`))
      }
  })

  test('read a number under a calling code that belongs to no country', () => {
    const reading = { e164: '+80012345678', countryCode: '001', nationalNumber: '12345678' }
    expect(fastPath.international('80012345678')).toEqual(reading)
    expect(library.international('80012345678')).toEqual(reading)
  })
})
