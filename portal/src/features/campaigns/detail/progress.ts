import {
  formatInstant,
  formatInstantSecond,
  formatSecond,
  formatTime,
  type LocaleSettings,
} from '../../../format/dates.ts'
import type { Campaign, Timeline } from '../queries.ts'

export type Segment = 'waiting' | 'sent' | 'delivered' | 'failed' | 'cancelled'

/** Every recipient is in exactly one segment. Those whose message does not exist yet count as queued. */
export function segmentsOf({
  counts,
  progress,
}: Pick<Campaign, 'counts' | 'progress'>): { segment: Segment; count: number }[] {
  const segments = [
    { segment: 'delivered', count: counts.DELIVERED },
    { segment: 'sent', count: counts.SENT + counts.UNKNOWN },
    { segment: 'failed', count: counts.FAILED },
    { segment: 'waiting', count: progress.total - progress.done },
  ] as const
  return counts.CANCELLED > 0 ? [...segments, { segment: 'cancelled', count: counts.CANCELLED }] : [...segments]
}

/** Cumulative totals since the launch. */
export function runningTotals<Step extends { sent: number; delivered: number; failed: number }>(
  steps: readonly Step[],
) {
  const sum = { sent: 0, delivered: 0, failed: 0 }
  return steps.map((step) => {
    sum.sent += step.sent
    sum.delivered += step.delivered
    sum.failed += step.failed
    return { ...step, ...sum }
  })
}

const DAY_MS = 86_400_000

/** The times of the steps, on the axis and in full. Both differ from step to step: short campaigns have seconds. */
export function timesOf({ stepSeconds, steps }: Pick<Timeline, 'stepSeconds' | 'steps'>, locale: LocaleSettings) {
  if (stepSeconds < 60)
    return {
      labelOf: (at: string) => formatSecond(at, locale),
      titleOf: (at: string) => formatInstantSecond(at, locale),
    }
  const isOverADay = Date.parse(steps.at(-1)?.at ?? '') - Date.parse(steps[0]?.at ?? '') > DAY_MS
  return {
    labelOf: (at: string) => (isOverADay ? formatInstant(at, locale) : formatTime(at, locale)),
    titleOf: (at: string) => formatInstant(at, locale),
  }
}
