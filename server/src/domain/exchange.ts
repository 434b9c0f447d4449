import { currencyDecimals } from './currencies.ts'
import { divRound } from './money.ts'

const RATE_DECIMALS = 10

/** What an amount is worth in paise at a rate (rupees for one unit of the currency, as decimal text), half up. */
export function inPaise(minorUnits: bigint, currency: string, rupeesPerUnit: string): bigint {
  const [whole = '0', fraction = ''] = rupeesPerUnit.split('.')
  const rate = BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0').slice(0, RATE_DECIMALS))
  return divRound(minorUnits * rate * 100n, 10n ** BigInt(RATE_DECIMALS + currencyDecimals(currency)))
}
