import { assert } from '../../domain/assert.ts'
import { currencyDecimals } from '../../domain/money/currencies.ts'
import { fromPaise, inPaise, readRate } from '../../domain/money/exchange-rate.ts'

/** The value of an amount in rupees at the rate on its invoice. */
export function valueInPaise(minorUnits: bigint, currency: string, rupeesForOne: string): bigint {
  const rate = readRate(rupeesForOne)
  assert(rate, 'an invoice has a rate')
  return inPaise(minorUnits, currencyDecimals(currency), rate)
}

export interface VendorCurrency {
  vendor_currency: string | null
  vendor_currency_rate: string | null
}

/** A total in the currency of the vendor's wallet, at the rate on the invoice. */
export function totalForVendor(
  { vendor_currency: currency, vendor_currency_rate: rate }: VendorCurrency,
  total: { total_minor_unit: bigint; currency: string; total_inr_paise: bigint },
): bigint | null {
  if (currency === null || rate === null) return null
  if (currency === total.currency) return total.total_minor_unit
  const rupeesForOne = readRate(rate)
  assert(rupeesForOne, 'an invoice has a rate')
  return fromPaise(total.total_inr_paise, currencyDecimals(currency), rupeesForOne)
}
