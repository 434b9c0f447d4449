import { rateText } from '../../domain/money/exchange-rate.ts'
import { rateOf } from './refresh.ts'
import { isUsable } from './usd-rate.ts'

export const presentRate = (row: { currency: string; rate: string; fetchedAt: Date }, now: Date) => ({
  currency: row.currency,
  rate: rateText(rateOf(row)),
  fetchedAt: row.fetchedAt.toISOString(),
  isUsable: isUsable(row, now),
})
