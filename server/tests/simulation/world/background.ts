import { sql } from 'kysely'
import type { VendorId } from '../../../src/domain/ids.ts'
import { handleProviderCallback } from '../../../src/features/callbacks/handle-callback.ts'
import { campaignSweep } from '../../../src/features/campaigns/lifecycle/sweep.ts'
import { refreshRates } from '../../../src/features/currency/refresh.ts'
import { sweepExpiredReplies } from '../../../src/features/dispatch/expired-replies.ts'
import { publishDueMessages } from '../../../src/features/dispatch/relay.ts'
import { sweepDispatch } from '../../../src/features/dispatch/sweep.ts'
import { messageWorker } from '../../../src/features/dispatch/worker.ts'
import { sweepParked, timeOutSingles } from '../../../src/features/messages/settlement/parked-sweep.ts'
import { outboxWakeups } from '../../../src/features/outbox/add.ts'
import { jobWorker } from '../../../src/features/outbox/job-worker.ts'
import { publishDue } from '../../../src/features/outbox/relay.ts'
import { handleGatewayEvent } from '../../../src/features/payments/handle-gateway-event.ts'
import { checkDueOrders } from '../../../src/features/payments/reconcile.ts'
import { sweepSubscriptions } from '../../../src/features/subscriptions/lifecycle/sweep.ts'
import { processDue } from '../../../src/features/webhook-intake/worker.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import type { RunnableJob } from '../../../src/platform/jobs.ts'
import { JOBS } from '../../../src/roles/jobs.ts'
import type { MemoryQueue } from './memory-queue.ts'

/** Documents and mails take most of the time and decide nothing; other tests look at them. */
const NOT_RUN: ReadonlySet<string> = new Set([
  'invoices.make-pdf',
  'quotations.make-pdf',
  'notifications.mail',
  'payments.mail-operators',
  'dispatch.mail-provider-stopped',
])
const JOBS_TO_RUN: RunnableJob[] = JOBS.map((job) =>
  NOT_RUN.has(job.definition.name) ? { ...job, run: async () => {}, givenUp: undefined } : job,
)

/** Time passes in a walk by hours. */
const LATER_MS = 1_800_000

export type Background = Awaited<ReturnType<typeof startBackground>>

/** What the WORKER and OUTBOX roles do by timers, done on demand and in a fixed order. */
export async function startBackground(deps: Deps, queue: MemoryQueue) {
  /** While set, all work is done and then done again, as when its process is killed before it has noted that. */
  let isRepeated = false
  const jobs: RunnableJob[] = JOBS_TO_RUN.map((job) => ({
    ...job,
    async run(...args) {
      await job.run(...args)
      if (isRepeated) await job.run(...args)
    },
  }))
  for (const lane of ['default', 'imports', 'campaigns'] as const) await jobWorker(lane, jobs, { concurrency: 1 })(deps)
  await messageWorker(deps)
  const byName = new Map(jobs.map(({ definition }) => [definition.name, definition]))
  const handlers = { GATEWAY: handleGatewayEvent, PROVIDER: handleProviderCallback }
  const sweepCampaigns = campaignSweep()
  const matchParked = sweepParked()

  // A commit that promises a job wakes the relays; without one, nothing falls due before time has passed.
  let hasPromised = true
  const wake = () => {
    hasPromised = true
  }
  outboxWakeups.register({ wake, stop: async () => {} })
  let relayedAt = 0

  async function relayJobs(): Promise<number> {
    if (!hasPromised && deps.clock.now().getTime() - relayedAt < LATER_MS) return 0
    hasPromised = false
    relayedAt = deps.clock.now().getTime()
    let relayed = 0
    let after: VendorId | undefined
    do {
      const { published, continueAfter } = await publishDue(deps, byName, after)
      relayed += published
      after = continueAfter
    } while (after !== undefined)
    return relayed
  }

  async function processAll(lanes: readonly boolean[], most: number) {
    let processed = 0
    for (const isBulk of lanes)
      while (processed < most && (await processDue(deps, handlers, { isBulk, limit: 1 })) > 0) processed++
    return processed
  }

  return {
    /**
     * One event at a time, oldest first: all others before the reports on messages, which have a lane of their own.
     * There are at most as many as `most`.
     */
    async webhooks(hasReports: boolean, most: number): Promise<number> {
      const lanes = hasReports ? [false, true] : [false]
      const processed = await processAll(lanes, most)
      if (processed === 0 || !isRepeated) return processed
      await sql`
        update webhook_inbox set status = 'RECEIVED', leased_until = '-infinity', processed_at = null
         where status = 'DONE' and processed_at = ${deps.clock.now()}`.execute(deps.db)
      await processAll(lanes, processed)
      return processed
    },
    /** Until `recover`, everything is done twice. The jobs that the queue held are lost, and so are their leases. */
    async crash() {
      isRepeated = true
      await relayJobs()
      queue.lose()
      await sql`update outbox_event set leased_until = '-infinity'`.execute(deps.db)
      hasPromised = true
    },
    recover() {
      isRepeated = false
    },
    /** Jobs are looked for, as the relays do every few seconds. */
    wake,
    /** Promised jobs, and those that they promise. */
    async jobs(): Promise<number> {
      let ran = 0
      for (let found = -1; found !== 0; ) {
        found = (await relayJobs()) + (await queue.runDue())
        ran += found
      }
      return ran
    },
    /** The relay's places and leases are lost each time, as in a crash: it finds what is queued again. */
    async messages(): Promise<number> {
      await sql`delete from relay_place`.execute(deps.db)
      await sql`update message set leased_until = '-infinity' where status = 'QUEUED' and campaign_id is null`.execute(
        deps.db,
      )
      let ran = 0
      for (let found = -1; found !== 0; ) {
        found = (await publishDueMessages(deps, undefined)).moved + (await queue.runDue())
        ran += found
      }
      return ran
    },
    rates: () => refreshRates(deps, deps.clock.now()),
    orders: () => checkDueOrders(deps, 1),
    subscriptions: () => sweepSubscriptions(deps),
    /** Messages outside campaigns: what the provider never reported on, replies that are too late, and new money. */
    async singles() {
      await timeOutSingles(deps)
      await sweepExpiredReplies(deps)
      await sweepDispatch(deps)
    },
    campaigns: () => sweepCampaigns(deps),
    /** Reports that came before their message was known. */
    reports: () => matchParked(deps),
  }
}
