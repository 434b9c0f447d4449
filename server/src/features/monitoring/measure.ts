import type { Deps } from '../../platform/deps.ts'
import { readBacklog } from './cross-vendor.sql.ts'

/** Sets the gauges that no single piece of work can set: what is waiting, and since when. */
export async function measureBacklog({ db, clock, metrics }: Pick<Deps, 'db' | 'clock' | 'metrics'>) {
  const now = clock.now()
  const backlog = await readBacklog(db, now)
  const ageOf = (since: Date | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000))
  metrics.oldestWaitingSeconds.set({ work: 'outbox' }, ageOf(backlog.outboxSince))
  metrics.oldestWaitingSeconds.set({ work: 'gateway_webhook' }, ageOf(backlog.gatewaySince))
  metrics.oldestWaitingSeconds.set({ work: 'provider_webhook' }, ageOf(backlog.providerSince))
  metrics.needsOperator.set({ what: 'dead_letter' }, backlog.deadLetters)
  metrics.needsOperator.set({ what: 'unmatched_payment' }, backlog.unmatchedPayments)
  metrics.needsOperator.set({ what: 'approval' }, backlog.approvals)
}
