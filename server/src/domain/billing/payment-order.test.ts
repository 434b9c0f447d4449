import { expect, test } from 'vitest'
import { isPayable, type OrderStatus, statusAt } from './payment-order.ts'
import { refundDeadline } from './refund-deadline.ts'

test('an unpaid order expires at its instant, a paid one never', () => {
  const expiresAt = new Date('2026-11-15T10:00:00Z')
  const before = new Date(expiresAt.getTime() - 1)
  const seen = (status: OrderStatus, now: Date) => statusAt({ status, expiresAt }, now)
  expect([seen('CREATED', before), seen('FAILED', before), seen('PAID', before)]).toEqual(['CREATED', 'FAILED', 'PAID'])
  expect([seen('CREATED', expiresAt), seen('FAILED', expiresAt)]).toEqual(['EXPIRED', 'EXPIRED'])
  expect(seen('PAID', new Date('2027-01-01T00:00:00Z'))).toBe('PAID')
})

test('an amount with a third decimal cannot be paid', () => {
  expect(['INR', 'JPY'].map((currency) => isPayable(10_001n, currency))).toEqual([true, true])
  expect(['KWD', 'BHD'].map((currency) => isPayable(10_001n, currency))).toEqual([false, false])
  expect(['KWD', 'BHD'].map((currency) => isPayable(10_010n, currency))).toEqual([true, true])
})

test('only the first month of a monthly plan can be refunded, within the days of the refund period', () => {
  const paidAt = new Date('2026-11-15T10:00:00.500Z')
  expect(refundDeadline('MONTHLY', paidAt, 3)).toEqual(new Date('2026-11-18T10:00:00.500Z'))
  expect(refundDeadline('QUARTERLY', paidAt, 3)).toBeNull()
  expect(refundDeadline('ANNUAL', paidAt, 3)).toBeNull()
})
