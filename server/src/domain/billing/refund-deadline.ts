import { DAY_MS } from '../durations.ts'
import type { Cycle } from './billing-cycle.ts'

/** The last instant at which a vendor may request the refund of its first month. Longer cycles have no refund. */
export const refundDeadline = (cycle: Cycle, paidAt: Date, windowDays: number): Date | null =>
  cycle === 'MONTHLY' ? new Date(paidAt.getTime() + windowDays * DAY_MS) : null
