import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'
import type { CountryContext } from './country-inference.ts'
import { planOf } from './numbering-plan.ts'
import { isOneDigitAway } from './one-digit-away.ts'
import { readNumber } from './read-number.ts'

const INDIAN: CountryContext = { vendor: 'IN', default: 'IN', majority: null }
const VENDOR: CountryContext = { vendor: 'IN', majority: null }
const read = (digits: string, context: CountryContext = INDIAN) => readNumber(digits, context)
const doubt = (digits: string, context?: CountryContext) => {
  const outcome = read(digits, context)
  return outcome.kind === 'number' ? (outcome.mayBeMistyped ?? false) : undefined
}

const SEED = 13
const draw = seededRandom(SEED)
const newMobile = () => `${draw.pick(['6', '7', '8', '9'])}${Array.from({ length: 9 }, () => draw.below(10)).join('')}`
const mobiles = Array.from({ length: 1_000 }, newMobile).filter((digits) => read(digits).kind === 'number')
const isMobile = (digits: string) => planOf('IN').mobile.test(digits)
const placeIn = (digits: string) => draw.below(digits.length)

const SLIPS: Record<string, (digits: string) => string> = {
  'one digit doubled': (digits) => {
    const at = placeIn(digits)
    return digits.slice(0, at) + digits[at] + digits.slice(at)
  },
  'one digit too many': (digits) => {
    const at = draw.below(digits.length + 1)
    return digits.slice(0, at) + draw.below(10) + digits.slice(at)
  },
  'one digit missing': (digits) => {
    const at = placeIn(digits)
    return digits.slice(0, at) + digits.slice(at + 1)
  },
  'one digit changed': (digits) => {
    const at = placeIn(digits)
    return digits.slice(0, at) + draw.below(10) + digits.slice(at + 1)
  },
}

describe(`of a thousand Indian mobiles (seed ${SEED}) none is accepted abroad without a warning`, () => {
  test.each(Object.entries(SLIPS))('with %s', (_, slip) => {
    for (const prefix of ['', '91']) {
      const abroad = (prefix === '' ? mobiles : mobiles.filter(isMobile))
        .map((mobile) => slip(prefix + mobile))
        .filter((digits) => {
          const outcome = read(digits)
          return outcome.kind === 'number' && outcome.countryCode !== 'IN'
        })
      if (prefix === '') expect(abroad.length).toBeGreaterThan(0)
      expect(abroad.filter((digits) => !doubt(digits))).toEqual([])
    }
  })
})

describe('a number is not flagged as mistyped', () => {
  test.each<[string, string, CountryContext?]>([
    ['if it has a +', '+79876543210'],
    ['if it has a dial-out prefix', '0079876543210'],
    ['if no single edit gives a domestic number', '447400123456'],
    ['if no single edit does, with another country', '971501234567'],
    ['if it is a domestic number', '9876543210'],
    ['if it is a domestic number with its calling code', '919876543210'],
    ['if the row names the country', '79161234567', { ...INDIAN, column: 'RU' }],
    ['if it is in the default country', '79161234567', { ...INDIAN, default: 'RU' }],
    ['if it is in the default country, beside a country far from it', '9876543210', { ...INDIAN, column: 'AE' }],
    ['if the row names the country of its calling code', '4165550142', { ...INDIAN, column: 'US' }],
    ['if it is near neither country', '447400123456', { ...INDIAN, column: 'AE' }],
    ['if it is a domestic number as well', '07400123456', { vendor: 'IN', majority: 'GB' }],
    [
      'if the domestic reading is the same number',
      '14165550142',
      { vendor: 'US', default: 'US', majority: null, column: 'FR' },
    ],
  ])('%s', (_, digits, context) => {
    expect(doubt(digits, context)).toBe(false)
  })
})

describe('a number is flagged as possibly mistyped', () => {
  test.each<[string, string, CountryContext?]>([
    ['by the country of the upload', '79876543210'],
    ['by the country of the vendor if the upload has none', '79876543210', VENDOR],
    ['by the country that the row names', '79876543210', { vendor: 'AE', majority: null, column: 'IN' }],
    ['by the row, before the default country', '79876543210', { ...INDIAN, default: 'AE', column: 'IN' }],
    [
      'by the row, though the reading is in the default country',
      '79876543210',
      { ...INDIAN, default: 'RU', column: 'IN' },
    ],
    ['by the country of the upload, beside that of the row', '79876543210', { ...INDIAN, column: 'AE' }],
    ['by the row, though only the default country decided', '050 123 4567', { ...INDIAN, default: 'AE', column: 'IN' }],
    ['if it is a domestic number, and the row names a third country', '6591234567', { ...INDIAN, column: 'NA' }],
    ['if it is a number of the vendor, and the row names a third country', '6591234567', { ...VENDOR, column: 'NA' }],
    ['if the majority of the file decided', '06 12 34 56 78', { vendor: 'IN', majority: 'FR' }],
  ])('%s', (_, digits, context) => {
    expect(read(digits, context)).toMatchObject({ kind: 'number', mayBeMistyped: true })
  })

  test('when the calling code of the home country is mistyped', () => {
    expect(isOneDigitAway('929876543210', 'IN')).toBe(true)
    expect(isOneDigitAway('9919876543210', 'IN')).toBe(true)
    expect(isOneDigitAway('19876543210', 'IN')).toBe(true)
    expect(isOneDigitAway('971501234567', 'IN')).toBe(false)
  })
})
