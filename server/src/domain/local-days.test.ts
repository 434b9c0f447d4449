import { expect, test } from 'vitest'
import { dayAfter, daysBetween, localDay, startOfDay } from './local-days.ts'

test.each([
  ['2026-11-15', 'Asia/Kolkata', '2026-11-14T18:30:00.000Z'],
  ['2026-11-15', 'UTC', '2026-11-15T00:00:00.000Z'],
  ['2026-11-15', 'Pacific/Kiritimati', '2026-11-14T10:00:00.000Z'],
  ['2026-11-15', 'Pacific/Pago_Pago', '2026-11-15T11:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  // Clocks went forward at midnight: the day begins at one.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('%s begins in %s at %s', (day, timezone, start) => {
  expect(startOfDay(day, timezone).toISOString()).toBe(start)
  expect(localDay(new Date(start), timezone)).toBe(day)
  expect(localDay(new Date(Date.parse(start) - 1), timezone) < day).toBe(true)
})

test('days continue over the ends of months and years', () => {
  expect(daysBetween('2027-12-30', '2028-01-02')).toEqual(['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02'])
  expect(daysBetween('2028-02-28', '2028-03-01')).toHaveLength(3)
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([])
})

test('the day after is the next one in any calendar, and more days can be counted in both directions', () => {
  expect(dayAfter('2027-12-31')).toBe('2028-01-01')
  expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
})
