import { expect, test } from 'vitest'
import { amountLeftOf, formatAmount, type PaymentRefundStatus, stateAfterRefunds } from './unmatched-payment.ts'

const refund = (amount: number, status: PaymentRefundStatus) => ({ amount, status })

test.each([
  [[], 'UNPLACED', 100],
  [[refund(100, 'PLANNED')], 'REFUNDING', 0],
  [[refund(100, 'ACCEPTED')], 'REFUNDING', 0],
  [[refund(100, 'PROCESSED')], 'REFUNDED', 0],
  [[refund(100, 'FAILED')], 'UNPLACED', 100],
  [[refund(100, 'FAILED'), refund(100, 'PROCESSED')], 'REFUNDED', 0],
  [[refund(30, 'PROCESSED')], 'UNPLACED', 70],
  [[refund(30, 'PROCESSED'), refund(70, 'PLANNED')], 'REFUNDING', 0],
  [[refund(30, 'PROCESSED'), refund(70, 'FAILED')], 'UNPLACED', 70],
])('a payment of 100 with refunds %j is %s, and %d is left', (refunds, state, left) => {
  const made = refunds.map(({ amount, status }) => ({ amountMinorUnit: BigInt(amount), status }))
  expect(stateAfterRefunds(100n, made)).toBe(state)
  expect(amountLeftOf(100n, made)).toBe(BigInt(left))
})

test('an amount can be formatted in any currency code of the gateway', () => {
  expect(formatAmount(50_000n, 'INR')).toBe('₹500.00')
  for (const currency of ['', 'inr', 'INR ', 'RUPEE']) expect(formatAmount(50_000n, currency)).toContain('50000')
})
