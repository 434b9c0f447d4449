import { expect, test } from 'vitest'
import {
  amountLeftOf,
  formatAmount,
  type PaymentRefundStatus,
  reasonForOperators,
  reasonForVendor,
  stateAfterRefunds,
} from './unmatched-payment.ts'

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

test.each([
  'DUPLICATE_PAYMENT',
  'AMOUNT_MISMATCH',
  'CURRENCY_MISMATCH',
  'ACCOUNT_CLOSED',
  'ALREADY_SUBSCRIBED',
  'SETUP_ALREADY_PAID',
  'SUBSCRIPTION_ENDED',
])('%s has a reason of its own for the vendor and for operators', (reason) => {
  expect(reasonForVendor(reason)).toMatch(/^[A-Z].+\.$/)
  expect(reasonForVendor(reason)).not.toBe(reasonForVendor('ANY_OTHER'))
  expect(reasonForOperators(reason)).not.toBe(reason)
})

test('operators also learn of payments that name no order or another vendor, and see unknown reasons as they are', () => {
  for (const reason of ['UNKNOWN_ORDER', 'VENDOR_MISMATCH']) expect(reasonForOperators(reason)).not.toBe(reason)
  expect(reasonForOperators('ANY_OTHER')).toBe('ANY_OTHER')
})

test('more refunded than was paid leaves nothing to place', () => {
  const refunds = [{ amountMinorUnit: 101n, status: 'PROCESSED' as const }]
  expect(stateAfterRefunds(100n, refunds)).toBe('REFUNDED')
})
