import { purgeAuth } from '../features/auth/purge.ts'
import { handleProviderCallback } from '../features/callbacks/handle-callback.ts'
import { campaignSweep } from '../features/campaigns/lifecycle/sweep.ts'
import { backfillSuffixes } from '../features/contacts/backfill-suffixes.ts'
import { purgeConversations } from '../features/conversations/purge.ts'
import { refreshRates } from '../features/currency/refresh.ts'
import { sweepExpiredReplies } from '../features/dispatch/expired-replies.ts'
import { purgeProviderEvents } from '../features/dispatch/provider/account-reports.ts'
import { sweepDispatch } from '../features/dispatch/sweep.ts'
import { messageWorker } from '../features/dispatch/worker.ts'
import { eraseClosedVendors, eraseRemainingTeams } from '../features/erasure/sweep.ts'
import { purgeExports } from '../features/exports/purge.ts'
import { purgeImports } from '../features/imports/lifecycle/purge.ts'
import { createInvariantCheck } from '../features/invariants/check.ts'
import { purgeMedia } from '../features/media/purge.ts'
import { keepMessageCounts } from '../features/messages/counts/counters.ts'
import { sweepParked, timeOutSingles } from '../features/messages/settlement/parked-sweep.ts'
import { measureBacklog } from '../features/monitoring/measure.ts'
import { jobWorker } from '../features/outbox/job-worker.ts'
import { purgeDeadLetters } from '../features/outbox/purge-dead-letters.ts'
import { handleGatewayEvent } from '../features/payments/handle-gateway-event.ts'
import { reconcileOrders } from '../features/payments/reconcile.ts'
import { sweepLateRefunds } from '../features/refunds/exit/late-refunds.ts'
import { sweepSubscriptions } from '../features/subscriptions/lifecycle/sweep.ts'
import { announceExpiringKeys } from '../features/team/announce-expiring-keys.ts'
import { purgeTeam } from '../features/team/purge.ts'
import { purgeWebhookIntake } from '../features/webhook-intake/purge.ts'
import { webhookIntakeWorker } from '../features/webhook-intake/worker.ts'
import { every } from '../platform/concurrency/periodic-task.ts'
import type { Background, Role } from '../platform/config/role.ts'
import { keepRowCounts } from '../platform/db/row-counts.ts'
import { purgeIdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import { JOBS } from './jobs.ts'

/** Uses separate database connections. */
const inBulk =
  (background: Background): Background =>
  (deps) =>
    background({ ...deps, db: deps.bulkDb })

/** Runs the jobs of the queues and all periodic work. */
export const worker: Role = {
  name: 'WORKER',
  apiRoutes: [],
  rootRoutes: [],
  background: [
    jobWorker('default', JOBS, { concurrency: 10 }),
    // Untrusted files are read in a child process, and chunks that crash are split, so a stage that lost its worker is
    // not the cause.
    inBulk(jobWorker('imports', JOBS, { concurrency: 4, lostWorkersMax: 1_000 })),
    messageWorker,
    // It only queries the database, so it cannot be the cause of a lost worker.
    jobWorker('campaigns', JOBS, { concurrency: 4, lostWorkersMax: 1_000 }),
    webhookIntakeWorker({ GATEWAY: handleGatewayEvent, PROVIDER: handleProviderCallback }),
    every(3, 'currency.refresh', (deps) => refreshRates(deps, deps.clock.now())),
    every(2, 'payments.reconcile_orders', reconcileOrders),
    every(1, 'campaigns.due_sweep', campaignSweep()),
    every(3, 'subscriptions.due_sweep', sweepSubscriptions),
    every(60, 'refunds.late', sweepLateRefunds),
    every(3, 'messages.parked', sweepParked()),
    every(3, 'messages.time_out', timeOutSingles),
    every(1, 'dispatch.sweep', sweepDispatch),
    every(5, 'dispatch.expired_replies', sweepExpiredReplies),
    every(60, 'auth.purge', purgeAuth),
    every(600, 'team.purge', purgeTeam),
    every(60, 'team.expiring_keys', announceExpiringKeys),
    every(10, 'contacts.backfill_suffixes', backfillSuffixes),
    every(5, 'rows.count', keepRowCounts),
    every(5, 'messages.count', keepMessageCounts),
    every(60, 'imports.purge', purgeImports),
    every(60, 'exports.purge', purgeExports),
    every(60, 'media.purge', purgeMedia),
    every(60, 'conversations.purge', purgeConversations),
    every(600, 'provider.purge', purgeProviderEvents),
    every(60, 'dead_letters.purge', purgeDeadLetters),
    every(60, 'webhook_intake.purge', purgeWebhookIntake),
    every(3, 'vendors.erase', eraseClosedVendors),
    every(3_600, 'vendors.erase_members', eraseRemainingTeams),
    every(60, 'invariants.check', createInvariantCheck()),
    every(15, 'monitoring.measure', measureBacklog),
    every(60, 'idempotency.purge', purgeIdempotencyKeys),
  ],
  needs: ['queue', 'files', 'scanner', 'mailer'],
}
