import type { Ages } from '../../domain/service-status.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { readProviderState } from '../dispatch/provider/provider-state.ts'
import * as sql from './cross-vendor.sql.ts'

/** What waits now, and since when. */
export const readBacklog = (db: Db, now: Date): Promise<sql.Backlog> => sql.readBacklog(db, now)

/** How long the oldest work of each kind has waited, in seconds. */
export function agesOf(backlog: sql.Backlog, now: Date): Ages {
  const ageOf = (since: Date | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000))
  return {
    outbox: ageOf(backlog.outboxSince),
    gatewayWebhook: ageOf(backlog.gatewaySince),
    providerWebhook: ageOf(backlog.providerSince),
    message: ageOf(backlog.messageSince),
  }
}

/** Sets the gauges that no single piece of work can set: what is waiting, and since when. */
export async function measureBacklog({ db, clock, metrics }: Pick<Deps, 'db' | 'clock' | 'metrics'>) {
  const now = clock.now()
  const [backlog, { stoppedAt }] = await Promise.all([readBacklog(db, now), readProviderState(db)])
  const ages = agesOf(backlog, now)
  metrics.oldestWaitingSeconds.set({ work: 'outbox' }, ages.outbox)
  metrics.oldestWaitingSeconds.set({ work: 'gateway_webhook' }, ages.gatewayWebhook)
  metrics.oldestWaitingSeconds.set({ work: 'provider_webhook' }, ages.providerWebhook)
  metrics.oldestDueMessageSeconds.set(stoppedAt === null ? ages.message : 0)
  metrics.needsOperator.set({ what: 'dead_letter' }, backlog.deadLetters)
  metrics.needsOperator.set({ what: 'unmatched_payment' }, backlog.unmatchedPayments)
  metrics.needsOperator.set({ what: 'approval' }, backlog.approvals)
}
