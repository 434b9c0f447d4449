import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleExit, spreadOverPayments } from './exit-settlement.ts'

const MINIMUM = 10_000n
const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })

describe('the parts of a closed wallet', () => {
  test.each([
    { balance: 0n, bonus: 0n, forfeit: 0n, fee: 0n, refund: 0n },
    { balance: 9_999n, bonus: 0n, forfeit: 9_999n, fee: 0n, refund: 0n },
    { balance: 10_000n, bonus: 0n, forfeit: 0n, fee: 200n, refund: 9_800n },
    { balance: 10_001n, bonus: 0n, forfeit: 0n, fee: 201n, refund: 9_800n },
    { balance: 15_000n, bonus: 5_000n, forfeit: 5_000n, fee: 200n, refund: 9_800n },
    { balance: 15_000n, bonus: 5_001n, forfeit: 15_000n, fee: 0n, refund: 0n },
    { balance: 50_000n, bonus: 50_000n, forfeit: 50_000n, fee: 0n, refund: 0n },
  ])('$balance with $bonus bonus: $refund back, $fee fee, $forfeit forfeited', ({ balance, bonus, ...parts }) => {
    expect(settleExit({ balanceMinorUnit: balance, bonusMinorUnit: bonus }, MINIMUM)).toEqual({
      forfeitMinorUnit: parts.forfeit,
      feeMinorUnit: parts.fee,
      refundMinorUnit: parts.refund,
    })
  })

  test('add up to the balance, and bonus is never paid out', () => {
    fc.assert(
      fc.property(amount, amount, (paid, bonus) => {
        const wallet = { balanceMinorUnit: paid + bonus, bonusMinorUnit: bonus }
        const { forfeitMinorUnit, feeMinorUnit, refundMinorUnit } = settleExit(wallet, MINIMUM)
        expect(forfeitMinorUnit + feeMinorUnit + refundMinorUnit).toBe(paid + bonus)
        expect(forfeitMinorUnit).toBeGreaterThanOrEqual(bonus)
        expect(refundMinorUnit + feeMinorUnit).toBe(paid < MINIMUM ? 0n : paid)
        expect(feeMinorUnit * 100n).toBeGreaterThanOrEqual((refundMinorUnit + feeMinorUnit) * 2n)
        expect((feeMinorUnit - 1n) * 100n).toBeLessThan((refundMinorUnit + feeMinorUnit) * 2n)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the refund of a closed wallet', () => {
  const payment = (id: string, leftMinorUnit: bigint) => ({ gatewayPaymentId: id, leftMinorUnit })

  test('uses the newest payments first, each up to what it has, and the rest is paid manually', () => {
    const payments = [payment('new', 3_000n), payment('used up', 0n), payment('old', 5_000n)]
    expect(spreadOverPayments(9_800n, payments, 'INR')).toEqual({
      payouts: [
        { gatewayPaymentId: 'new', amountMinorUnit: 3_000n },
        { gatewayPaymentId: 'old', amountMinorUnit: 5_000n },
      ],
      manualPayoutMinorUnit: 1_800n,
    })
  })

  test('leaves to a manual payout what the gateway does not accept', () => {
    expect(spreadOverPayments(1_050n, [payment('a', 1_000n), payment('b', 500n)], 'INR')).toEqual({
      payouts: [{ gatewayPaymentId: 'a', amountMinorUnit: 1_000n }],
      manualPayoutMinorUnit: 50n,
    })
    expect(spreadOverPayments(12_345n, [payment('a', 50_000n)], 'KWD')).toEqual({
      payouts: [{ gatewayPaymentId: 'a', amountMinorUnit: 12_340n }],
      manualPayoutMinorUnit: 5n,
    })
  })

  test('takes the smallest amount that the gateway accepts, and the last unit of two-decimal currencies', () => {
    expect(spreadOverPayments(100n, [payment('a', 100n)], 'INR').manualPayoutMinorUnit).toBe(0n)
    expect(spreadOverPayments(12_345n, [payment('a', 50_000n)], 'INR').manualPayoutMinorUnit).toBe(0n)
  })

  test('adds up exactly, and exceeds no payment', () => {
    const payments = fc.array(amount, { maxLength: 8 })
    fc.assert(
      fc.property(amount, payments, fc.constantFrom('INR', 'JPY', 'BHD'), (total, lefts, currency) => {
        const given = lefts.map((left, i) => payment(`${i}`, left))
        const { payouts, manualPayoutMinorUnit } = spreadOverPayments(total, given, currency)
        const sum = payouts.reduce((all, one) => all + one.amountMinorUnit, 0n)
        expect(sum + manualPayoutMinorUnit).toBe(total)
        expect(manualPayoutMinorUnit).toBeGreaterThanOrEqual(0n)
        for (const { gatewayPaymentId, amountMinorUnit } of payouts)
          expect(amountMinorUnit).toBeLessThanOrEqual(lefts[Number(gatewayPaymentId)] ?? -1n)
      }),
      { numRuns: 2_000 },
    )
  })
})
