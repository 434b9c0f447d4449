import { DAY_MS } from '../../../domain/durations.ts'
import { groupBy } from '../../../domain/group-by.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { BlocksOthersError, blocksOthers } from '../../../platform/db/one-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { Lane, RunnableJob } from '../../../platform/jobs.ts'
import { createOperator } from '../../auth/accounts/accounts.ts'
import { campaignSweep } from '../../campaigns/lifecycle/sweep.ts'
import { listRunningByVendor } from '../../campaigns/running-campaigns.ts'
import { sendBatch } from '../../dispatch/send-batch.ts'
import { refreshStatistics } from '../../messages/campaign/recipients.ts'
import { createRelayPlaces, leaseCampaignMessages } from '../../messages/sending/lease.ts'
import { jobWorker } from '../../outbox/job-worker.ts'
import { publishDue } from '../../outbox/relay.ts'
import { checkDueOrders } from '../../payments/reconcile.ts'
import { sweepSubscriptions } from '../../subscriptions/lifecycle/sweep.ts'
import { SANDBOX_PASSWORD } from '../seed.ts'
import { ManualClock, type ManualQueue, type SentMessage, simulatedDeps } from './simulated-deps.ts'

const OPERATOR = { email: 'finance@harkara.test', role: 'FINANCE' } as const
const LANES: readonly Lane[] = ['default', 'campaigns']
const BATCH_SIZE = 50
const POLL = { capacity: 1_000, perIdleVendor: BATCH_SIZE, perPoll: 1_000 }
const VENDORS_MAX = 100

/** The product with a clock in the past. Scheduled steps, jobs and sweeps run only in `run`. */
export interface Month {
  deps: Deps
  /** Approves refunds. An operator of its own, because a lock on the account of a real one would delay its sign-in. */
  operator: Operator
  /** The companies of the month. */
  vendors: Set<VendorId>
  /** Messages that the provider has accepted. */
  sent: SentMessage[]
  /** Adds a step at an instant that the clock has not reached. */
  schedule(at: Date, act: () => Promise<unknown>): void
  /** Runs the scheduled steps until `end`, in order of time. */
  run(end: Date, signal: AbortSignal): Promise<void>
}

/**
 * Nothing else in `db` may be due before `end`, because the sweeps of the month read all vendors, with a clock in the past.
 */
export async function openMonth(running: Deps, db: Db, jobs: readonly RunnableJob[], start: Date): Promise<Month> {
  const clock = new ManualClock(start)
  const sent: SentMessage[] = []
  const { queue, ...others } = simulatedDeps(running, clock, sent)
  const deps: Deps = { ...running, ...others, queue, db, bulkDb: db }
  const accountId = await createOperator(deps, { ...OPERATOR, password: SANDBOX_PASSWORD })
  const vendors = new Set<VendorId>()
  const runDueWork = await worker(deps, queue, jobs, vendors)
  const steps: { at: Date; act: () => Promise<unknown> }[] = []
  return {
    deps,
    operator: { kind: 'operator', accountId, role: OPERATOR.role },
    vendors,
    sent,
    schedule: (at, act) => void steps.push({ at, act }),
    async run(end, signal) {
      // A step per day, so that sweeps also run on days without events.
      for (let at = start.getTime(); at < end.getTime(); at += DAY_MS)
        steps.push({ at: new Date(at), act: async () => {} })
      for (let next = takeFirst(steps, end); next; next = takeFirst(steps, end)) {
        signal.throwIfAborted()
        if (await blocksOthers(db)) throw new BlocksOthersError('a user waits')
        clock.set(next.at)
        await next.act()
        await runDueWork()
      }
      clock.set(end)
      await runDueWork()
    },
  }
}

function takeFirst<T extends { at: Date }>(steps: T[], end: Date): T | undefined {
  steps.sort((a, b) => a.at.getTime() - b.at.getTime())
  return steps[0] && steps[0].at <= end ? steps.shift() : undefined
}

/** The work of the roles WORKER and OUTBOX for the companies of the month. */
async function worker(
  deps: Deps,
  queue: ManualQueue,
  jobs: readonly RunnableJob[],
  vendors: ReadonlySet<VendorId>,
): Promise<() => Promise<void>> {
  const byName = new Map(jobs.map(({ definition }) => [definition.name, definition]))
  for (const lane of LANES) await jobWorker(lane, jobs, { concurrency: 1 })(deps)
  const sweepCampaigns = campaignSweep((vendorId) => vendors.has(vendorId))

  async function runJobs() {
    for (let published = -1; published !== 0; ) {
      published = (await publishDue(deps, byName, undefined)).published
      await queue.runAll()
    }
  }
  return async () => {
    await runJobs()
    await sendMessages(deps, vendors)
    await sweepCampaigns(deps)
    await sweepSubscriptions(deps)
    await checkDueOrders(deps, 1)
    await runJobs()
  }
}

async function sendMessages(deps: Deps, vendors: ReadonlySet<VendorId>) {
  const all = await listRunningByVendor(deps.db, undefined, VENDORS_MAX)
  const campaigns = all.filter(({ vendorId }) => vendors.has(vendorId))
  if (campaigns.length === 0) return
  // Autovacuum does not analyse uncommitted rows.
  await refreshStatistics(deps.db, Number.POSITIVE_INFINITY)
  await createRelayPlaces(deps.db, campaigns)
  for (;;) {
    const leased = await leaseCampaignMessages(deps.db, campaigns, POLL, deps.clock.now())
    if (leased.length === 0) return
    for (const [vendorId, rows] of groupBy(leased, (row) => row.vendorId))
      for (let from = 0; from < rows.length; from += BATCH_SIZE) {
        const messageIds = rows.slice(from, from + BATCH_SIZE).map(({ id }) => id)
        await sendBatch(deps, { vendorId, messageIds, isExpress: true })
      }
  }
}
