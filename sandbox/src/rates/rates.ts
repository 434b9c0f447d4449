import { z } from 'zod'

/** Units per USD. Constant until a test changes them, so that prices are predictable. */
const PRESET: Record<string, number> = {
  USD: 1,
  INR: 83.33,
  EUR: 0.92,
  GBP: 0.79,
  AED: 3.6725,
  JPY: 149.5,
  KWD: 0.3075,
  BHD: 0.376,
  SGD: 1.34,
  BRL: 5.05,
  IDR: 15750,
  SAR: 3.75,
  MXN: 17.1,
  CAD: 1.36,
}

const CODE = 'is not a currency code of three capital letters'
const RATE = 'must be a number from 0.000001 to 1000000000'

/** The lower bound avoids exponents in the JSON, because rates are read as decimal strings. */
export const RatesChange = z
  .record(z.string().regex(/^[A-Z]{3}$/, CODE), z.number(RATE).min(0.000001, RATE).max(1_000_000_000, RATE))
  .refine((rates) => rates['USD'] === undefined || rates['USD'] === 1, {
    path: ['USD'],
    message: 'is the base: always 1',
  })

export interface Rates {
  all(): Record<string, number>
  merge(change: Record<string, number>): void
}

export function createRates(): Rates {
  let rates = { ...PRESET }
  return {
    all: () => rates,
    merge(change) {
      rates = { ...rates, ...change }
    },
  }
}
