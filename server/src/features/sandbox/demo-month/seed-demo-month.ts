import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Running } from '../../../platform/concurrency/repeat.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { BlocksOthersError, inOneTransaction } from '../../../platform/db/one-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RunnableJob } from '../../../platform/jobs.ts'
import { findAccountByEmail } from '../../auth/accounts/accounts.ts'
import { refreshRates } from '../../currency/refresh.ts'
import { isSandboxGateway } from '../../orders/create.ts'
import { maySend } from '../../subscriptions/lifecycle/current.ts'
import { membershipOf } from '../../vendors/members.ts'
import { readProfile } from '../../vendors/profile.ts'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../seed.ts'
import { DEMO_VENDORS, MONTH_EMAIL } from './demo-vendors.ts'
import { openMonth } from './month.ts'
import { scheduleVendor } from './schedule-vendor.ts'

/** Longer than a month, because some vendors joined earlier. */
const DAYS = 45
const PAUSE_MS = 100
const DEMO_READY_WITHIN_MS = 15_000
/** An attempt that blocks a user is rolled back and repeated. After the last one, the next start tries again. */
const PAUSES_BEFORE_TRIES_MS = [0, 5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS]

/** A month of data for a new sandbox, and the account that shows it. */
interface DemoMonth {
  /** Of the administrator of its largest company. */
  email: string
  /** Creates the data in the background, unless it exists. */
  begin(): Running
}

/**
 * Undefined where there is no demo month: it needs a process with all roles, its own database that is less than a day
 * old, and no real external service.
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
 * Calls the use cases with a clock of its own, in one transaction: if the process is killed, nothing is left and the
 * next start begins again.
 *
 * The month ends when the demo vendor was created. All other rows are younger, so none of them is due for the sweeps of
 * the month.
 */
async function seed(deps: Deps, jobs: readonly RunnableJob[], setting: Setting, signal: AbortSignal) {
  const { demoVendorId, end } = setting
  await demoIsReady(deps, demoVendorId, signal)
  const passwordHash = await deps.passwords.hash(SANDBOX_PASSWORD)
  for (const pauseMs of PAUSES_BEFORE_TRIES_MS) {
    await sleep(pauseMs, undefined, { signal })
    if (await writeMonth()) {
      deps.log.info({ event: 'sandbox.demo_month_ready', vendors: DEMO_VENDORS.length })
      return
    }
    deps.log.info({ event: 'sandbox.demo_month_postponed' })
  }

  /** False when the month was rolled back because it blocked a user, such as a vendor whose invoice needs a number. */
  async function writeMonth(): Promise<boolean> {
    try {
      await inOneTransaction(deps.db, async (db) => {
        const month = await openMonth(deps, db, jobs, new Date(end.getTime() - DAYS * DAY_MS))
        for (const [vendorIndex, vendor] of DEMO_VENDORS.entries())
          scheduleVendor(month, vendor, { end, passwordHash, vendorIndex })
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

/** Waits for the payments of the demo vendor, because the month locks the invoice numbers until it is committed. */
async function demoIsReady(deps: Deps, vendorId: VendorId, signal: AbortSignal) {
  await refreshRates(deps, deps.clock.now(), { wait: true })
  const until = performance.now() + DEMO_READY_WITHIN_MS
  while (performance.now() < until && !(await maySend(deps.db, deps, vendorId, deps.clock.now())))
    await sleep(PAUSE_MS, undefined, { signal })
}
