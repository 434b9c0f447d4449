import { expect, test } from 'vitest'
import { invoiceNumber, invoiceYear, seriesOf } from './invoice-number.ts'

test.each([
  ['2026-12-31T18:29:59Z', 1, 2026],
  ['2026-12-31T18:30:00Z', 1, 2027],
  ['2027-03-31T18:29:59Z', 4, 2026],
  ['2027-03-31T18:30:00Z', 4, 2027],
  ['2026-12-31T18:30:00Z', 4, 2026],
  ['2027-11-30T18:29:59Z', 12, 2026],
])('%s with years from month %i is in %i, by the date in India', (at, month, year) => {
  expect(invoiceYear(new Date(at), month)).toBe(year)
})

test('a number has its series, at least five digits, and at most 16 characters', () => {
  const series = seriesOf('HRK', new Date('2026-06-01T00:00:00Z'), 1)
  expect(invoiceNumber(series, 1n)).toBe('HRK-2026-00001')
  expect(invoiceNumber(series, 99_999n)).toBe('HRK-2026-99999')
  expect(invoiceNumber(series, 9_999_999n)).toBe('HRK-2026-9999999')
  expect(invoiceNumber(series, 10_000_000n)).toBeUndefined()
  expect(invoiceNumber('HRKCN-2026', 99_999n)).toBe('HRKCN-2026-99999')
  expect(invoiceNumber('HRKCN-2026', 100_000n)).toBeUndefined()
})
