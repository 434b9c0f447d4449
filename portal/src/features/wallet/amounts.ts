import { isPayable } from '@harkara/server/domain/billing/payment-order'
import { RECHARGE_MINOR_UNIT_MAX, RECHARGE_MINOR_UNIT_MIN } from '@harkara/server/domain/limits'
import { currencyDecimals } from '@harkara/server/domain/money/currencies'
import { formatMoney, parseMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'

const SUGGESTED = [500, 1_000, 2_000]

export const suggestedAmounts = (currency: string) => SUGGESTED.map((whole) => whole * 10 ** currencyDecimals(currency))

/** Parses an amount that can be paid, or explains why it cannot. */
export function parseAmount(text: string, currency: string): { minorUnits: number } | { wrong: string } {
  const minorUnits = parseMoney(text, currency)
  if (minorUnits === undefined) return { wrong: t('Enter an amount, such as 750.') }
  if (minorUnits < RECHARGE_MINOR_UNIT_MIN)
    return { wrong: t('The minimum is {amount}.', { amount: formatMoney(RECHARGE_MINOR_UNIT_MIN, currency) }) }
  if (minorUnits > RECHARGE_MINOR_UNIT_MAX)
    return { wrong: t('The maximum is {amount}.', { amount: formatMoney(RECHARGE_MINOR_UNIT_MAX, currency) }) }
  if (!isPayable(BigInt(minorUnits), currency)) return { wrong: t('Use at most two decimals.') }
  return { minorUnits }
}
