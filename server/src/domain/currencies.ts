/** The currencies a wallet may be kept in, with the number of decimals of each. */
export const CURRENCY_DECIMALS = { INR: 2, USD: 2, AED: 2, GBP: 2, EUR: 2, SGD: 2, JPY: 0, KWD: 3, BHD: 3 } as const

export type Currency = keyof typeof CURRENCY_DECIMALS
export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as [Currency, ...Currency[]]
