import { isPayable } from '@harkara/server/domain/billing/payment-order'
import { RECHARGE_MINOR_UNIT_MAX, RECHARGE_MINOR_UNIT_MIN } from '@harkara/server/domain/limits'
import { currencyDecimals } from '@harkara/server/domain/money/currencies'
import { formatMoney, readMoney } from '../../format/money.ts'

const SUGGESTED = [500, 1_000, 2_000]

export const suggestedAmounts = (currency: string) => SUGGESTED.map((whole) => whole * 10 ** currencyDecimals(currency))

/** What was typed as an amount that can be paid, or what is wrong with it. */
export function readAmount(text: string, currency: string): { minorUnits: number } | { wrong: string } {
  const minorUnits = readMoney(text, currency)
  if (minorUnits === undefined) return { wrong: 'Please enter an amount, such as 750.' }
  if (minorUnits < RECHARGE_MINOR_UNIT_MIN)
    return { wrong: `The least is ${formatMoney(RECHARGE_MINOR_UNIT_MIN, currency)}.` }
  if (minorUnits > RECHARGE_MINOR_UNIT_MAX)
    return { wrong: `The most at once is ${formatMoney(RECHARGE_MINOR_UNIT_MAX, currency)}.` }
  if (!isPayable(BigInt(minorUnits), currency)) return { wrong: 'Banks take two decimals: the third must be 0.' }
  return { minorUnits }
}
