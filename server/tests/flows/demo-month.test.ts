import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { claimDataDir } from '../../src/embedded/data-dir.ts'
import { DEMO_VENDORS } from '../../src/features/sandbox/demo-month/demo-vendors.ts'
import { DEMO_EMAIL, OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../src/features/sandbox/seed.ts'
import { assertInvariants } from '../support/database/invariants.ts'
import { eventually, StopWaiting } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { type Json, newDataDir, type ProductProcess, request, startProcess } from '../support/processes/process.ts'
import { isAsStated, readBanner } from '../support/tutorials.ts'

const LEDGER_VERIFY = fileURLToPath(new URL('../../dist/commands/ledger-verify.js', import.meta.url))
const READY = '"event":"sandbox.demo_month_ready"'
const MONTH = 'lotus@harkara.test'
const WITH_MONTH = { SANDBOX_DEMO_DATA: 'true', SANDBOX_DEMO_MONTH: 'true', LOG_LEVEL: 'info' }
/** A few seconds of the processor, which a busy machine may give slowly. */
const MONTH_WITHIN_MS = 240_000

const isReady = (product: ProductProcess) =>
  eventually(() => {
    if (product.output().includes('demo_month_failed')) throw new StopWaiting(product.output())
    expect(product.output()).toContain(READY)
  }, MONTH_WITHIN_MS)

async function as({ url }: ProductProcess, email: string) {
  const login = await request(`${url}/api/v1/auth/login`, 'POST', { email, password: SANDBOX_PASSWORD })
  return async (path: string): Promise<Json> =>
    (await request(`${url}/api/v1${path}`, 'GET', undefined, login.body.accessToken)).body
}

const vendorNames = async (product: ProductProcess): Promise<string[]> =>
  (await (await as(product, OPERATOR_EMAIL))('/admin/vendors')).data.map((one: Json) => one.companyName).sort()
const ALL = [...DEMO_VENDORS.map(({ profile }) => profile.name), 'Demo Traders'].sort()

/** The payment of the plan arrives a moment after the start. From then on the series of numbers exists. */
async function hasInvoice(product: ProductProcess, email: string) {
  const vendor = await as(product, email)
  await eventually(async () => expect((await vendor('/billing/invoices')).total).toBeGreaterThan(0), 30_000)
}

async function databaseOf(dataDir: string) {
  const claim = await claimDataDir(dataDir)
  if (claim.kind === 'owner') throw new Error('the product is not running')
  return (await claim.published()).databaseUrl ?? ''
}

/** The database invariants hold, and every entry of every ledger. */
async function assertBooksInOrder(dataDir: string) {
  await assertInvariants(await databaseOf(dataDir))
  const verified = await new Promise<string>((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir }
    execFile(process.execPath, [LEDGER_VERIFY], { env }, (_error, stdout) => resolve(stdout.trim()))
  })
  expect(verified).toContain(`All ledgers are valid. Wallets checked: ${ALL.length}.`)
}

/** The README shows what a first start prints, with other addresses. */
function expectStatedBanner({ output, url, sandboxUrl }: ProductProcess) {
  const printed = output().slice(output().indexOf('Harkara is running'))
  const shown = readBanner()
    .replaceAll('http://localhost:3000', url.replace('127.0.0.1', 'localhost'))
    .replaceAll('http://127.0.0.1:4010', sandboxUrl)
    .replace('…/.data', '…')
  expect(isAsStated(`${shown.trim()}…`, printed), `${shown}\n\n${printed}`).toBe(true)
}

test(
  'a first start prints what the README shows, then creates a month of data with its books in order; the next start adds nothing',
  async () => {
    const dataDir = await newDataDir()
    const first = await startProcess({ ...WITH_MONTH, DATA_DIR: dataDir })
    expectStatedBanner(first)
    await isReady(first)
    expect(first.output().indexOf('Ctrl-C to stop')).toBeLessThan(first.output().indexOf(READY))
    expect(first.output()).not.toMatch(/"level":"(error|fatal)"/)
    expect(await vendorNames(first)).toEqual(ALL)

    const lotus = await as(first, MONTH)
    const campaigns = await lotus('/campaigns')
    expect(campaigns.total).toBe(DEMO_VENDORS[0]?.campaigns.length)
    for (const { status, recipients, deliveredCount, readCount, failedCount } of campaigns.data) {
      expect(status).toBe('COMPLETED')
      expect(deliveredCount + failedCount).toBe(recipients)
      expect(readCount).toBeGreaterThan(0)
    }
    const begins: string[] = campaigns.data.map(({ createdAt }: Json) => createdAt).sort()
    expect(Date.parse(begins.at(-1) ?? '') - Date.parse(begins[0] ?? '')).toBeGreaterThan(30 * DAY_MS)
    expect(Date.parse(begins.at(-1) ?? '')).toBeLessThan(Date.now())
    expect(await lotus('/billing/subscription')).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
    expect((await lotus('/conversations')).total).toBeGreaterThan(10)
    const konkan = await as(first, 'konkan@harkara.test')
    expect(await konkan('/billing/subscription')).toMatchObject({ plan: 'SMB', status: 'FROZEN' })
    const refunds = (await (await as(first, OPERATOR_EMAIL))('/admin/refunds')).data
    expect(refunds.map(({ status }: Json) => status).sort()).toEqual(['REFUNDED', 'REQUESTED'])
    await assertBooksInOrder(dataDir)
    const invoices = await lotus('/billing/invoices')
    expect(await first.end('SIGTERM')).toBe(0)

    const second = await startProcess({ ...WITH_MONTH, DATA_DIR: dataDir })
    expect(second.output()).toContain(MONTH)
    expect(await vendorNames(second)).toEqual(ALL)
    expect((await (await as(second, MONTH))('/billing/invoices')).total).toBe(invoices.total)
    expect(await second.end('SIGTERM')).toBe(0)
    expect(second.output()).not.toContain(READY)
  },
  FAULT_RUN_MS,
)

describe('a month whose creation is interrupted', () => {
  let env: typeof WITH_MONTH & { DATA_DIR: string }
  beforeAll(async () => {
    env = { ...WITH_MONTH, DATA_DIR: await newDataDir() }
  })

  test(
    'leaves nothing when the start is stopped or killed',
    async () => {
      const stopped = await startProcess(env)
      expect(await stopped.end('SIGTERM')).toBe(0)
      expect(stopped.output()).not.toMatch(/"level":"(error|fatal)"/)

      const killed = await startProcess({ ...env, CRASH_AT: 'sandbox.month-written' })
      if (killed.child.signalCode === null) await once(killed.child, 'exit')
      expect(killed.child.signalCode).toBe('SIGKILL')

      const without = await startProcess({ ...env, SANDBOX_DEMO_MONTH: 'false' })
      expect(without.output()).not.toContain(MONTH)
      expect(await vendorNames(without)).toEqual(['Demo Traders'])
      await hasInvoice(without, DEMO_EMAIL)
      expect(await without.end('SIGTERM')).toBe(0)
    },
    FAULT_RUN_MS,
  )

  test(
    'is created by the next start, and an invoice that needs a number in the meantime does not wait for it',
    async () => {
      const next = await startProcess(env)
      const client = new pg.Client({ connectionString: await databaseOf(env.DATA_DIR) })
      await client.connect()
      await eventually(async () => {
        await client.query('select from number_series for update')
        if (/demo_month_(ready|failed)/.test(next.output())) throw new StopWaiting(next.output())
        expect(next.output()).toContain('"event":"sandbox.demo_month_postponed"')
      }, MONTH_WITHIN_MS)
      expect(next.output()).not.toContain(READY)
      await client.end()
      await isReady(next)
      expect(await vendorNames(next)).toEqual(ALL)
      await assertBooksInOrder(env.DATA_DIR)
      expect(await next.end('SIGTERM')).toBe(0)
    },
    FAULT_RUN_MS,
  )
})
