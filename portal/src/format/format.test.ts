import { describe, expect, test } from 'vitest'
import { formatDuration, formatInstant, formatRelative } from './dates.ts'
import { localeOf } from './locale.ts'
import { formatAmountForInput, formatMoney, parseMoney } from './money.ts'
import { providerWords } from './text.ts'
import { t } from './translate.ts'

const INDIA = localeOf({ country: 'IN', timezone: 'Asia/Kolkata', currency: 'INR' })
const NOW = new Date('2026-11-15T12:00:00Z')
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

describe('money', () => {
  test('is formatted as on the server', () => {
    expect(formatMoney(908_496, 'INR')).toBe('₹9,084.96')
    expect(formatMoney(12_345, 'JPY')).toBe('￥12,345')
  })

  test.each([
    ['500', 'INR', 50_000],
    [' 1,250.5 ', 'INR', 125_050],
    ['1,00,000', 'INR', 10_000_000],
    ['12', 'JPY', 12],
    ['1.234', 'KWD', 1_234],
    ['1.234', 'INR', undefined],
    ['1.5', 'JPY', undefined],
    ['-5', 'INR', undefined],
    ['5e3', 'INR', undefined],
    ['', 'INR', undefined],
    ['99999999999999999', 'INR', undefined],
  ])('%j in %s is parsed as %s', (text, currency, minorUnits) => {
    expect(parseMoney(text, currency)).toBe(minorUnits)
  })

  test('round-trips through an input field', () => {
    for (const minorUnits of [0, 5, 20_000, 125_050])
      for (const currency of ['INR', 'JPY', 'KWD'])
        expect(parseMoney(formatAmountForInput(minorUnits, currency), currency)).toBe(minorUnits)
  })
})

describe('dates', () => {
  test('are relative within a week, and absolute beyond', () => {
    const at = (iso: string) => formatRelative(iso, NOW, INDIA)
    expect(at('2026-11-15T11:59:40Z')).toBe('just now')
    expect(at('2026-11-15T10:00:00Z')).toBe('2 hours ago')
    expect(at('2026-11-18T12:00:00Z')).toBe('in 3 days')
    expect(at('2026-10-01T12:00:00Z')).toBe('1 Oct 2026')
  })

  test("are exact in the vendor's time zone", () => {
    expect(plain(formatInstant('2026-11-15T18:40:00Z', INDIA))).toMatch(/^16 Nov 2026, 12:10 am IST$/)
  })

  test('durations have at most two units', () => {
    expect([0.2, 42, 300, 3_900, 7_200].map(formatDuration)).toEqual(['1 s', '42 s', '5 min', '1 h 5 min', '2 h'])
  })
})

test("numbers are grouped in the vendor's locale, and singular and plural differ", () => {
  const contacts = (count: number) => t('{count, plural, one {# contact} other {# contacts}}', { count })
  expect(contacts(1)).toBe('1 contact')
  expect(contacts(123_456)).toBe('1,23,456 contacts')
})

test('server codes become readable text', () => {
  expect(providerWords('PENDING_REVIEW')).toBe('Pending review')
})
