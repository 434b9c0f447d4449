import { z } from 'zod'
import { CURRENCIES } from '../../domain/money/currencies.ts'
import { readRate } from '../../domain/money/exchange-rate.ts'

export const CurrencyView = z
  .object({ code: z.string(), symbol: z.string(), decimalPlaces: z.int(), locale: z.string() })
  .meta({ id: 'Currency' })

export const RateView = z
  .object({
    currency: z.string(),
    rate: z.string().meta({ description: 'Units per USD, as a decimal string', example: '83.33' }),
    fetchedAt: z.string(),
    isUsable: z.boolean().meta({ description: 'Recent enough to be used for pricing' }),
  })
  .meta({ id: 'ExchangeRate' })

export const RateBody = z
  .strictObject({
    currency: z.enum(CURRENCIES).exclude(['USD']),
    rate: z
      .string()
      .refine((text) => readRate(text) !== undefined, 'must be units per USD as a decimal string, such as "83.33"'),
  })
  .meta({ id: 'ExchangeRateChange', example: { currency: 'INR', rate: '83.33' } })
