import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Running } from '../../../platform/concurrency/repeat.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inOneTransaction } from '../../../platform/db/one-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RunnableJob } from '../../../platform/jobs.ts'
import { findAccountByEmail } from '../../auth/accounts/accounts.ts'
import { refreshRates } from '../../currency/refresh.ts'
import { isSandboxGateway } from '../../orders/create.ts'
import { maySend } from '../../subscriptions/lifecycle/current.ts'
import { membershipOf } from '../../vendors/members.ts'
import { readProfile } from '../../vendors/profile.ts'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../seed.ts'
import { BlocksOthersError, openMonth } from './month.ts'
import { MONTH_EMAIL, STORIES } from './story.ts'
import { tellStory } from './tell-story.ts'

/** Some companies began earlier than a month ago. */
const DAYS = 45
const PAUSE_MS = 100
const DEMO_READY_WITHIN_MS = 15_000
/** A try that blocks somebody is rolled back and repeated. After the last one, the next start tries again. */
const PAUSES_BEFORE_TRIES_MS = [0, 5_000, 15_000, 60_000, 300_000]

/** A month of data for a new sandbox, and who may look at it. */
export interface DemoMonth {
  /** Of the administrator of its largest company. */
  email: string
  /** Creates the data in the background, unless it exists. */
  begin(): Running
}

/**
 * Undefined where there is no demo month: it needs a process that is the whole product, on a database of its own that
 * was created lately, with nothing real outside.
 */
export async function findDemoMonth(deps: Deps, jobs: readonly RunnableJob[]): Promise<DemoMonth | undefined> {
  if (await findAccountByEmail(deps, deps.db, MONTH_EMAIL))
    return { email: MONTH_EMAIL, begin: () => ({ stop: async () => {} }) }
  const setting = isPossible(deps) ? await findSetting(deps) : undefined
  return (
    setting && { email: MONTH_EMAIL, begin: () => inBackground(deps, (signal) => seed(deps, jobs, setting, signal)) }
  )
}

const isPossible = ({ config }: Deps) =>
  config.SANDBOX_DEMO_DATA &&
  config.SANDBOX_DEMO_MONTH &&
  config.ownDatabase &&
  config.SERVICE_TYPE === undefined &&
  isSandboxGateway(config) &&
  config.PROVIDER_BASE_URL === config.sandboxUrl

interface Setting {
  demoVendorId: VendorId
  end: Date
}

async function findSetting(deps: Deps): Promise<Setting | undefined> {
  const demo = await findAccountByEmail(deps, deps.db, DEMO_EMAIL)
  const demoVendorId = demo && (await membershipOf(deps.db, demo.id))?.vendorId
  if (!demoVendorId) return undefined
  const { createdAt: end } = await readProfile(deps, deps.db, demoVendorId)
  const isNew = end.getTime() > deps.clock.now().getTime() - DAY_MS
  return isNew ? { demoVendorId, end } : undefined
}

function inBackground({ log }: Deps, work: (signal: AbortSignal) => Promise<void>): Running {
  const stopping = new AbortController()
  const working = work(stopping.signal).catch((err: unknown) => {
    if (!stopping.signal.aborted) log.warn({ event: 'sandbox.demo_month_failed', err })
  })
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/**
 * Companies, campaigns, payments and refunds come about through the use cases, with a clock of their own, in one
 * transaction: a process that is killed leaves nothing of them, and the next start begins anew.
 *
 * The month ends when the demo vendor was created. Whatever else is in the database is younger, so nothing of it is due
 * for the sweeps of the month.
 */
async function seed(deps: Deps, jobs: readonly RunnableJob[], setting: Setting, signal: AbortSignal) {
  const { demoVendorId, end } = setting
  await demoIsReady(deps, demoVendorId, signal)
  const passwordHash = await deps.passwords.hash(SANDBOX_PASSWORD)
  for (const pauseMs of PAUSES_BEFORE_TRIES_MS) {
    await sleep(pauseMs, undefined, { signal })
    if (await writeMonth()) {
      deps.log.info({ event: 'sandbox.demo_month_ready', vendors: STORIES.length })
      return
    }
    deps.log.info({ event: 'sandbox.demo_month_postponed' })
  }

  /** False when the month was rolled back because it blocked somebody, such as a vendor whose invoice needs a number. */
  async function writeMonth(): Promise<boolean> {
    try {
      await inOneTransaction(deps.db, async (db) => {
        const month = await openMonth(deps, db, jobs, new Date(end.getTime() - DAYS * DAY_MS))
        for (const [place, story] of STORIES.entries()) tellStory(month, story, { end, passwordHash, place })
        await month.run(end, signal)
        crashPoint('sandbox.month-written')
      })
      return true
    } catch (error) {
      if (error instanceof BlocksOthersError) return false
      throw error
    }
  }
}

/** The month locks the numbers of invoices until it is committed, and the demo vendor's payments come first. */
async function demoIsReady(deps: Deps, vendorId: VendorId, signal: AbortSignal) {
  await refreshRates(deps, deps.clock.now(), { wait: true })
  const until = performance.now() + DEMO_READY_WITHIN_MS
  while (performance.now() < until && !(await maySend(deps.db, deps, vendorId, deps.clock.now())))
    await sleep(PAUSE_MS, undefined, { signal })
}
