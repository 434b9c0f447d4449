import { describe, expect, test } from 'vitest'
import { readProof } from '../billing/checkout.ts'
import { readAmount, suggestedAmounts } from './amounts.ts'

describe('an amount to recharge with', () => {
  test.each([
    ['INR', [50_000, 100_000, 200_000]],
    ['JPY', [500, 1_000, 2_000]],
    ['KWD', [500_000, 1_000_000, 2_000_000]],
  ])('is suggested in whole %s', (currency, amounts) => {
    expect(suggestedAmounts(currency)).toEqual(amounts)
  })

  test.each([
    ['1,250.50', 'INR', { minorUnits: 125_050 }],
    ['750', 'JPY', { minorUnits: 750 }],
    ['1.230', 'KWD', { minorUnits: 1_230 }],
    ['1.234', 'KWD', { wrong: 'Banks take two decimals: the third must be 0.' }],
    ['0.99', 'INR', { wrong: 'The least is ₹1.00.' }],
    ['1.234', 'INR', { wrong: 'Please enter an amount, such as 750.' }],
    ['-5', 'INR', { wrong: 'Please enter an amount, such as 750.' }],
    ['', 'INR', { wrong: 'Please enter an amount, such as 750.' }],
  ])('typed as "%s" in %s is read, or what is wrong is said', (text, currency, read) => {
    expect(readAmount(text, currency)).toEqual(read)
  })
})

test('the proof of a payment is read from behind the # and from the sandbox, and only whole', () => {
  const proof = { gatewayPaymentId: 'pay_1', signature: 'abc' }
  expect(readProof({ hash: '#gatewayPaymentId=pay_1&signature=abc', search: '' })).toEqual(proof)
  expect(readProof({ hash: '', search: '?razorpay_payment_id=pay_1&razorpay_signature=abc' })).toEqual(proof)
  expect(readProof({ hash: '#gatewayPaymentId=pay_1', search: '' })).toBeUndefined()
})
