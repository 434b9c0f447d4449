import { expect, test } from 'vitest'
import { type Fee, feeToday } from './fee-preview.tsx'

const fee = (currency: string, percent: number, effectiveFrom: string) =>
  ({ currency, percent, flatMinorUnit: 500, effectiveFrom }) as Fee

test('a new fee is compared with the one that is in effect for its currency, or with none', () => {
  const fees = [
    fee('INR', 1, '2026-01-01T00:00:00.000Z'),
    fee('INR', 2, '2026-06-01T00:00:00.000Z'),
    fee('INR', 3, '2027-01-01T00:00:00.000Z'),
    fee('USD', 4, '2026-07-01T00:00:00.000Z'),
  ]
  const today = (currency: string) => feeToday(fees, currency, new Date('2026-11-15T09:30:00.000Z'))
  expect(today('INR')).toMatchObject({ percent: 2 })
  expect(today('EUR')).toEqual({ currency: 'EUR', flatMinorUnit: 0, percent: 0 })
})
