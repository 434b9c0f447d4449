import type { Campaign } from './queries.ts'

export type Segment = 'waiting' | 'sent' | 'delivered' | 'failed' | 'cancelled'

/** Everybody is in exactly one of them. Those whose messages are not written yet wait, too. */
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

/** From the launch to now: how many in all had left, arrived and failed by then. */
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
