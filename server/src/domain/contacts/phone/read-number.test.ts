import fc from 'fast-check'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { AWKWARD, strangeNumbers } from '../../../../tests/support/contacts/strange-numbers.ts'
import { exampleCount } from '../../../../tests/support/random/example-count.ts'
import { type CountryCode, callingCodeOf } from '../country.ts'
import type { CountryContext } from './country-inference.ts'
import { readInternational, readNumber } from './read-number.ts'

/** For an Indian vendor whose file has no majority. */
const read = (raw: string, context: Partial<CountryContext> = {}) => {
  const outcome = readNumber(raw, { vendor: 'IN', majority: null, ...context })
  if (outcome.kind === 'number') return `${outcome.e164} ${outcome.countryCode} ${outcome.source}`
  return outcome.kind === 'bad' ? outcome.reason : outcome.kind
}

describe('rule 1, an explicit calling code', () => {
  test.each([
    ['+919876543210', '+919876543210 IN EXPLICIT'],
    ['00919876543210', '+919876543210 IN EXPLICIT'],
    ['011 91 98765 43210', '+919876543210 IN EXPLICIT'],
    ['+44 (0)20 7946 0958', '+442079460958 GB EXPLICIT'],
    ['+1 416 555 0123', '+14165550123 CA EXPLICIT'],
    ['+1 800 253 0000', '+18002530000 US EXPLICIT'],
    ['+800 1234 5678', '+80012345678 001 EXPLICIT'],
  ])('%s is %s, whatever the file says', (raw, expected) => {
    for (const context of [{}, { default: 'DE' }, { column: 'BR', majority: 'US' }] as const)
      expect(read(raw, context)).toBe(expected)
  })

  test('a + is never ignored: an Indian number after it is not Indian', () => {
    expect(read('+9876543210', { default: 'IN' })).toBe('invalid digit count')
  })

  test('011 is the area code of Delhi if the rest is a number of Delhi', () => {
    expect(read('01129023456', { default: 'IN' })).toBe('+911129023456 IN DEFAULT')
    expect(read('01129023456', { default: 'US' })).toBe('+29023456 SH EXPLICIT')
  })

  test('a national number may begin with 0 or 00', () => {
    expect(read('09876543210', { default: 'IN' })).toBe('+919876543210 IN DEFAULT')
    expect(read('00798 123 4567', { default: 'KR' })).toBe('+82007981234567 KR DEFAULT')
  })
})

describe('rule 2, a calling code without its +', () => {
  test('is recognised', () => {
    expect(read('919876543210')).toBe('+919876543210 IN PREFIX')
    expect(read('447400123456')).toBe('+447400123456 GB PREFIX')
    expect(read('16502530000', { vendor: 'US' })).toBe('+16502530000 US PREFIX')
  })

  test('gives way to a number of the column, else of the default country, else of the vendor', () => {
    // Singapore's +65 8123 4567, or an Indian mobile.
    expect(read('6581234567', { column: 'IN', default: 'US', vendor: 'US' })).toBe('+916581234567 IN COLUMN')
    expect(read('6581234567', { default: 'IN', vendor: 'US' })).toBe('+916581234567 IN DEFAULT')
    expect(read('6581234567', { vendor: 'IN' })).toBe('+916581234567 IN FALLBACK')
    expect(read('6581234567', { column: 'US', default: 'IN' })).toBe('+6581234567 SG PREFIX')
    expect(read('6581234567', { default: 'US', vendor: 'IN' })).toBe('+6581234567 SG PREFIX')
    expect(read('6581234567', { default: 'SG', vendor: 'IN' })).toBe('+6581234567 SG PREFIX')
    expect(read('6581234567', { majority: 'SG' })).toBe('+6581234567 SG MAJORITY')
  })
})

describe('rules 3 to 5, the countries a national number may belong to', () => {
  test('are the column, the default, the majority and, with a warning, the vendor', () => {
    const context = { column: 'FR', default: 'GB', majority: 'DE', vendor: 'IN' } as const
    expect(read('0612345678', context)).toBe('+33612345678 FR COLUMN')
    expect(read('07400123456', context)).toBe('+447400123456 GB DEFAULT')
    expect(read('015112345678', context)).toBe('+4915112345678 DE MAJORITY')
    expect(read('9876543210', { majority: 'FR' })).toBe('+919876543210 IN FALLBACK')
    expect(read('09876543210')).toBe('+919876543210 IN FALLBACK')
  })

  test('include neighbours under the same calling code', () => {
    expect(read('4165550123', { default: 'US' })).toBe('+14165550123 CA DEFAULT')
  })

  test('do not include countries reached by a dial-out prefix', () => {
    expect(read('0011 44 7400 123456', { default: 'AU' })).toBe('invalid digit count')
  })

  test('leave the number undecided while the majority is unknown', () => {
    expect(read('9876543210', { majority: undefined })).toBe('undecided')
    expect(read('123', { default: 'US', majority: undefined })).toBe('undecided')
    expect(read('9876543210', { default: 'IN', majority: undefined })).toBe('+919876543210 IN DEFAULT')
    expect(read('919876543210', { majority: undefined })).toBe('+919876543210 IN PREFIX')
    expect(read('abc', { majority: undefined })).toBe('malformed number')
  })
})

describe('an invalid number has a reason', () => {
  test.each([
    ['', 'malformed number'],
    ['call me', 'malformed number'],
    ['9.19877E+11', 'malformed number'],
    ['+999 1234 5678', 'invalid country code'],
    ['00999 1234 5678', 'invalid country code'],
    ['+0 98765 43210', 'invalid country code'],
    ['12345', 'invalid digit count'],
    ['+91 98765', 'invalid digit count'],
    ['+91 98765 43210 98765', 'invalid digit count'],
    ['98765432109876543210', 'invalid digit count'],
    ['1'.repeat(300), 'invalid digit count'],
    ['5555555555', 'impossible number'],
    ['0000000000', 'impossible number'],
    ['+1 555 555 5555', 'impossible number'],
  ])('%j: %s', (raw, reason) => expect(read(raw, { default: 'IN' })).toBe(reason))
})

test('the reason is that of the column’s country, else of the default, the majority or the vendor', () => {
  const contexts = [{ column: 'SG', default: 'US' }, { default: 'SG' }, { majority: 'SG' }] as const
  for (const context of contexts) expect(read('12345678', { vendor: 'US', ...context })).toBe('impossible number')
  expect(read('12345678', { vendor: 'US' })).toBe('invalid digit count')
})

describe('a number from the API', () => {
  test.each(['+919876543210', '919876543210', '91 98765-43210', '+91-98765 43210', '0091 98765 43210'])('%s', (raw) => {
    expect(readInternational(raw)).toMatchObject({ kind: 'number', e164: '+919876543210', countryCode: 'IN' })
  })

  test('may contain the digits of a dial-out prefix', () => {
    for (const raw of ['918000112345', '+918000112345', '00918000112345'])
      expect(readInternational(raw)).toMatchObject({ kind: 'number', e164: '+918000112345' })
  })

  test.each([
    ['9876543210', 'invalid digit count'],
    ['09876543210', 'invalid country code'],
    ['abc', 'malformed number'],
    ['1234567890123', 'invalid digit count'],
  ])('%s is rejected: %s', (raw, reason) => expect(readInternational(raw)).toEqual({ kind: 'bad', reason }))
})

describe('whatever the file and its countries', () => {
  test('one number in many spellings is one number', () => {
    const country = fc.constantFrom(...AWKWARD)
    const spelling = fc.constantFrom<(callingCode: string, national: string) => string>(
      (code, national) => `+${code}${national}`,
      (code, national) => `00${code} ${national}`,
      (code, national) => `'+${code} (${national.slice(0, 3)}) ${national.slice(3)}`,
      (code, national) => `(+${code})-${[...national].join('-')}`,
      (code, national) => `\u202a+${code}\u00a0${national}\u202c`,
      (code, national) => `="+${code}.${national}"`,
      (code, national) =>
        `＋${code}${[...national].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')}`,
      (code, national) =>
        `+${code} ${[...national].map((digit) => String.fromCodePoint(0x0966 + Number(digit))).join('')}`,
    )
    fc.assert(
      fc.property(country, spelling, country, (origin, spell, home) => {
        const callingCode = callingCodeOf(origin)
        const raw = spell(callingCode, examples[origin])
        const expected = { kind: 'number', e164: `+${callingCode}${examples[origin]}`, source: 'EXPLICIT' }
        expect(readNumber(raw, { default: home, vendor: 'IN', majority: null })).toMatchObject(expected)
        expect(readInternational(raw)).toMatchObject(expected)
      }),
    )
  })

  test('a number is always valid, and its parts make up the whole', () => {
    for (const { raw, context } of strangeNumbers(1, exampleCount(2_000))) {
      const outcome = readNumber(raw, context)
      if (outcome.kind !== 'number') continue
      expect(isValidPhoneNumber(outcome.e164), raw).toBe(true)
      expect(outcome.e164.endsWith(outcome.nationalNumber), raw).toBe(true)
    }
  })

  test('knowing the majority changes only undecided numbers', () => {
    for (const { raw, context } of strangeNumbers(2, exampleCount(1_000))) {
      const early = readNumber(raw, { ...context, majority: undefined })
      for (const majority of [null, 'IN', 'DE', context.vendor] as const) {
        const late = readNumber(raw, { ...context, majority })
        if (early.kind === 'undecided') expect(late.kind).not.toBe('undecided')
        else expect({ raw, late }).toEqual({ raw, late: early })
      }
    }
  })

  test('no text makes it throw', () => {
    const country = fc.constantFrom<CountryCode>('IN', 'US', 'DE', 'JE')
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.stringMatching(/^\+?[0-9 .]{0,30}$/),
        country,
        (text, digits, vendor) => {
          for (const raw of [text, digits, digits + text]) {
            readNumber(raw, { vendor, majority: null })
            readInternational(raw)
          }
        },
      ),
    )
  })
})
