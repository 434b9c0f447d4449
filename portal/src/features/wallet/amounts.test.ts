import { describe, expect, test } from 'vitest'
import { readProof } from '../billing/checkout.ts'
import { parseAmount, suggestedAmounts } from './amounts.ts'

describe('an amount of funds to add', () => {
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
    ['1.234', 'KWD', { wrong: 'Use at most two decimals.' }],
    ['0.99', 'INR', { wrong: 'The minimum is ₹1.00.' }],
    ['1.234', 'INR', { wrong: 'Enter an amount, such as 750.' }],
    ['-5', 'INR', { wrong: 'Enter an amount, such as 750.' }],
    ['', 'INR', { wrong: 'Enter an amount, such as 750.' }],
  ])('typed as "%s" in %s is parsed or rejected with a message', (text, currency, read) => {
    expect(parseAmount(text, currency)).toEqual(read)
  })
})

test('the payment proof is read from the URL fragment or the sandbox parameters, and only if complete', () => {
  const proof = { gatewayPaymentId: 'pay_1', signature: 'abc' }
  expect(readProof({ hash: '#gatewayPaymentId=pay_1&signature=abc', search: '' })).toEqual(proof)
  expect(readProof({ hash: '', search: '?razorpay_payment_id=pay_1&razorpay_signature=abc' })).toEqual(proof)
  expect(readProof({ hash: '#gatewayPaymentId=pay_1', search: '' })).toBeUndefined()
})
