import { EXIT_FEE_PERCENT, GATEWAY_AMOUNT_MIN } from '../limits.ts'
import { currencyDecimals } from '../money/currencies.ts'
import { divCeil } from '../money/money.ts'

export interface ExitSettlement {
  /** Bonus, and a paid part too small to be paid out. */
  forfeitMinorUnit: bigint
  feeMinorUnit: bigint
  refundMinorUnit: bigint
}

/** How a wallet is divided when its account is closed: the three parts are the whole balance. */
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

export interface RefundablePayment {
  gatewayPaymentId: string
  /** What was paid and has not been paid back. */
  leftMinorUnit: bigint
}

/**
 * Money goes back the way it came, over the newest payments first, each with at most what it still has. What the gateway
 * cannot take (beyond all payments, below its smallest amount, a third decimal) is paid out by hand.
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
