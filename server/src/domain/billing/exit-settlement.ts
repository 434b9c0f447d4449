import { EXIT_FEE_PERCENT, GATEWAY_AMOUNT_MIN } from '../limits.ts'
import { currencyDecimals } from '../money/currencies.ts'
import { divCeil } from '../money/money.ts'

interface ExitSettlement {
  /** Bonus, and a paid part too small to be paid out. */
  forfeitMinorUnit: bigint
  feeMinorUnit: bigint
  refundMinorUnit: bigint
}

/** Splits the wallet of a closed account; the three parts add up to the balance. */
export function settleExit(
  wallet: { balanceMinorUnit: bigint; bonusMinorUnit: bigint },
  minimumMinorUnit: bigint,
): ExitSettlement {
  const paid = wallet.balanceMinorUnit - wallet.bonusMinorUnit
  if (paid < minimumMinorUnit)
    return { forfeitMinorUnit: wallet.balanceMinorUnit, feeMinorUnit: 0n, refundMinorUnit: 0n }
  const feeMinorUnit = divCeil(paid * EXIT_FEE_PERCENT, 100n)
  return { forfeitMinorUnit: wallet.bonusMinorUnit, feeMinorUnit, refundMinorUnit: paid - feeMinorUnit }
}

interface RefundablePayment {
  gatewayPaymentId: string
  /** What was paid and not refunded yet. */
  leftMinorUnit: bigint
}

/**
 * Refunds over the newest payments first, each up to what it has left. What the gateway cannot refund (more than all
 * payments, less than its minimum, a third decimal) is paid out manually.
 */
export function spreadOverPayments(
  amountMinorUnit: bigint,
  newestFirst: readonly RefundablePayment[],
  currency: string,
): { payouts: { gatewayPaymentId: string; amountMinorUnit: bigint }[]; manualPayoutMinorUnit: bigint } {
  const step = currencyDecimals(currency) === 3 ? 10n : 1n
  const payouts: { gatewayPaymentId: string; amountMinorUnit: bigint }[] = []
  let rest = amountMinorUnit
  for (const { gatewayPaymentId, leftMinorUnit } of newestFirst) {
    const most = rest < leftMinorUnit ? rest : leftMinorUnit
    const payable = most - (most % step)
    if (payable < GATEWAY_AMOUNT_MIN) continue
    payouts.push({ gatewayPaymentId, amountMinorUnit: payable })
    rest -= payable
  }
  return { payouts, manualPayoutMinorUnit: rest }
}
