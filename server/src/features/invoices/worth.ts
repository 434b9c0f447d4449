import { assert } from '../../domain/assert.ts'
import { currencyDecimals } from '../../domain/currencies.ts'
import { inPaise, readRate } from '../../domain/exchange-rate.ts'

/** What an amount is worth in rupees at the rate that is written on its invoice. */
export function worthInPaise(minorUnits: bigint, currency: string, rupeesForOne: string): bigint {
  const rate = readRate(rupeesForOne)
  assert(rate, 'an invoice has a rate')
  return inPaise(minorUnits, currencyDecimals(currency), rate)
}
