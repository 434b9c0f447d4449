import { divFloor } from '../money/money.ts'

export const CYCLES = ['MONTHLY', 'QUARTERLY', 'ANNUAL'] as const
export type Cycle = (typeof CYCLES)[number]

export const CYCLE_MONTHS = { MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12 } as const satisfies Record<Cycle, number>

/** Half-open: the end belongs to the next period. */
export interface Period {
  start: Date
  end: Date
}

/** The same day and time of a later month in UTC, or the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = from.getTime() - Date.UTC(year, from.getUTCMonth(), from.getUTCDate())
  return new Date(Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay)
}

const SECOND_MS = 1_000
/** Gateways use whole seconds. Cycles begin on whole seconds, so that both sides agree. */
export const inSeconds = (at: Date) => new Date(Math.floor(at.getTime() / SECOND_MS) * SECOND_MS)

export const cycleFrom = (start: Date, cycle: Cycle): Period => ({ start, end: addMonths(start, CYCLE_MONTHS[cycle]) })

/** The length of a paid cycle, which the plan's terms may have left behind. */
export const cycleOf = ({ start, end }: Period): Cycle =>
  CYCLES.findLast((cycle) => cycleFrom(start, cycle).end <= end) ?? 'MONTHLY'

/** The first monthly anniversary of `start` after `now`, not counting `start` itself. */
export const nextAnniversary = (start: Date, now: Date): Date => addMonths(start, wholeMonths(start, now) + 1)

/** The latest monthly anniversary of `start` that is not after `now`, or `start` itself. */
export const lastAnniversary = (start: Date, now: Date): Date => addMonths(start, wholeMonths(start, now))

/** Counted, because months differ in length. */
function wholeMonths(start: Date, now: Date): number {
  let months = 0
  while (addMonths(start, months + 1) <= now) months++
  return months
}

/** The part of a period's price that belongs to the time after `now`, rounded down. */
export function unusedValue(paidMinorUnit: bigint, period: Period, now: Date): bigint {
  const length = BigInt(period.end.getTime() - period.start.getTime())
  const ahead = BigInt(period.end.getTime() - now.getTime())
  const remaining = ahead < 0n ? 0n : ahead > length ? length : ahead
  return divFloor(paidMinorUnit * remaining, length)
}
