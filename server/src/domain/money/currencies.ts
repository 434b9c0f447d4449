/** The currencies a wallet may be kept in, with the number of decimals of each. */
export const CURRENCY_DECIMALS = { INR: 2, USD: 2, AED: 2, GBP: 2, EUR: 2, SGD: 2, JPY: 0, KWD: 3, BHD: 3 } as const

export type Currency = keyof typeof CURRENCY_DECIMALS
export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as [Currency, ...Currency[]]

export const currencyDecimals = (currency: string): number => CURRENCY_DECIMALS[currency as Currency] ?? 2

/** How amounts of a currency are written. */
export const CURRENCY_LOCALES: Readonly<Record<string, string>> = {
  INR: 'en-IN',
  USD: 'en-US',
  AED: 'en-AE',
  GBP: 'en-GB',
  EUR: 'en-IE',
  SGD: 'en-SG',
  JPY: 'ja-JP',
  KWD: 'en-KW',
  BHD: 'en-BH',
}
