import type { Campaign } from '../queries.ts'

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
