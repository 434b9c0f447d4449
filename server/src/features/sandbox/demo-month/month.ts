import { DAY_MS } from '../../../domain/durations.ts'
import { groupBy } from '../../../domain/group-by.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { blocksOthers } from '../../../platform/db/one-transaction.ts'
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
import { MonthClock, type SentMessage, type StepQueue, standIns } from './stand-ins.ts'

const OPERATOR = { email: 'finance@harkara.test', role: 'FINANCE' } as const
const LANES: readonly Lane[] = ['default', 'campaigns']
const BATCH_SIZE = 50
const POLL = { capacity: 1_000, perIdleVendor: BATCH_SIZE, perPoll: 1_000 }
const VENDORS_MAX = 100

/** Somebody who uses the product waits for a lock of the month. */
export class BlocksOthersError extends Error {}

/** The product in a month that is over: everything that would run by itself runs when the agenda says so. */
export interface Month {
  deps: Deps
  /** Decides about refunds. A lock on an operator of the running product would delay that one's next sign-in. */
  operator: Operator
  /** The companies of the month. */
  vendors: Set<VendorId>
  /** Messages that the provider has accepted. */
  sent: SentMessage[]
  /** Does something at an instant that is still to come. */
  plan(at: Date, act: () => Promise<unknown>): void
  /** Does what is planned until `end`, in the order of time. */
  run(end: Date, signal: AbortSignal): Promise<void>
}

/**
 * On `db` nothing but the month may be due before `end`: its sweeps look at every vendor, with a clock that is behind.
 */
export async function openMonth(running: Deps, db: Db, jobs: readonly RunnableJob[], start: Date): Promise<Month> {
  const clock = new MonthClock(start)
  const sent: SentMessage[] = []
  const { queue, ...others } = standIns(running, clock, sent)
  const deps: Deps = { ...running, ...others, queue, db, bulkDb: db }
  const accountId = await createOperator(deps, { ...OPERATOR, password: SANDBOX_PASSWORD })
  const vendors = new Set<VendorId>()
  const runDueWork = await worker(deps, queue, jobs, vendors)
  const agenda: { at: Date; act: () => Promise<unknown> }[] = []
  return {
    deps,
    operator: { kind: 'operator', accountId, role: OPERATOR.role },
    vendors,
    sent,
    plan: (at, act) => void agenda.push({ at, act }),
    async run(end, signal) {
      // What falls due by itself runs on days without events, too.
      for (let at = start.getTime(); at < end.getTime(); at += DAY_MS)
        agenda.push({ at: new Date(at), act: async () => {} })
      for (let next = takeFirst(agenda, end); next; next = takeFirst(agenda, end)) {
        signal.throwIfAborted()
        if (await blocksOthers(db)) throw new BlocksOthersError()
        clock.set(next.at)
        await next.act()
        await runDueWork()
      }
      clock.set(end)
      await runDueWork()
    },
  }
}

function takeFirst<T extends { at: Date }>(agenda: T[], end: Date): T | undefined {
  agenda.sort((a, b) => a.at.getTime() - b.at.getTime())
  return agenda[0] && agenda[0].at <= end ? agenda.shift() : undefined
}

/** What the roles WORKER and OUTBOX do for the companies of the month. */
async function worker(
  deps: Deps,
  queue: StepQueue,
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
  // The planner knows nothing of rows that are not committed.
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
