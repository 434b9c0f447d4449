import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Intake } from '../server/src/features/webhook-intake/intake.ts'
import { startRedis } from '../server/tests/support/services/redis.ts'
import { findProgram } from '../server/tests/support/services/require-program.ts'
import { startDispatchSetup } from './support/dispatch-setup.ts'
import { type RoleProcess, startRole } from './support/processes.ts'
import { watchProcessors } from './support/processor-share.ts'
import { callbackOf, postCallbacks } from './support/scaling-callbacks.ts'
import { importFile, signedInVendor } from './support/scaling-import.ts'
import { type Point, type Series, tableOf, writePage } from './support/scaling-page.ts'

/**
 * Throughput of dispatch, settlement, webhook intake and imports with 1, 2 and 4 real processes of the role that does the
 * work, on one PostgreSQL and one Redis, relative to one process. The provider answers after `latency=` milliseconds, so
 * that a sender waits and does not compute. `processes=1,2` measures with other numbers of processes; `write=docs` writes
 * docs/scaling.md and its plot.
 */
const isShort = process.argv.includes('--short')
const wordOf = (name: string) => process.argv.find((word) => word.startsWith(`${name}=`))?.split('=')[1]
const option = (name: string, otherwise: number) => Number(wordOf(name) ?? otherwise)
const LATENCY_MS = option('latency', 100)
const SECONDS = option('seconds', isShort ? 2 : 15)
const ROWS = option('rows', isShort ? 500 : 50_000)
const CAMPAIGN = option('campaign', isShort ? 3_000 : 40_000)
const STATUSES = option('statuses', isShort ? 2_000 : 40_000)
const COUNTS = (wordOf('processes') ?? '1,2,4').split(',').map(Number)
const VENDORS = 10
const STATUSES_PER_CALLBACK = 100
const INTAKE_LANES = 64
const IMPORTS = 8
const POLL_MS = 20

if (findProgram('redis-server')) await main()
else console.log('redis-server is not installed: scaling cannot be measured here.')

async function main() {
  const redis = await startRedis()
  const env = { REDIS_URL: redis.url, DISPATCH_RATE_PER_SECOND: '100000' }
  const setup = await startDispatchSetup(env, LATENCY_MS)
  const shared = {
    ...env,
    NODE_ENV: 'test',
    DATABASE_URL: setup.databaseUrl,
    DATABASE_POOL_SIZE: '10',
    DATA_DIR: setup.deps.config.dataDir,
    PROVIDER_BASE_URL: setup.providerUrl,
    GATEWAY_BASE_URL: setup.providerUrl,
    RATES_URL: setup.providerUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    API_REQUESTS_PER_MINUTE: '1000000000',
    UPLOADS_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'info',
  }
  const start = (role: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => startRole(role, shared)))
  const count = async (condition: string) =>
    Number((await setup.query(`select count(*) as n from ${condition}`)).rows[0]?.n ?? 0)

  /** Runs `measure` while these processes run. It returns what was done, and within how many seconds. */
  async function withProcesses(
    roles: [role: string, count: number][],
    processes: number,
    measure: (started: RoleProcess[]) => Promise<{ done: number; seconds: number }>,
  ): Promise<Point> {
    const started = (await Promise.all(roles.map(([role, number]) => start(role, number)))).flat()
    try {
      const busy = watchProcessors()
      const { done, seconds } = await measure(started)
      return { processes, perSecond: done / seconds, busy: busy() }
    } finally {
      await Promise.all(started.map((one) => one.stop()))
    }
  }

  const sent = () => count("message where status not in ('QUEUED', 'SENDING')")
  const dispatch = (processes: number) =>
    withProcesses(
      [
        ['WORKER', processes],
        ['OUTBOX', 1],
      ],
      processes,
      async () => {
        const before = await sent()
        const seconds = await timed(() => sleep(SECONDS * 1_000))
        const done = (await sent()) - before
        if ((await count("message where status = 'QUEUED'")) === 0)
          console.log('the campaigns are over: make them larger')
        return { done, seconds }
      },
    )

  const intake = new Intake(setup.deps)
  const settlement = (processes: number) =>
    withProcesses([['WORKER', processes]], processes, async () => {
      const { rows } = await setup.query(
        `select wamid, id as reference from message where status = 'SENT' and wamid is not null limit ${STATUSES}`,
      )
      const seconds = await timed(async () => {
        const callbacks = Array.from({ length: Math.ceil(rows.length / STATUSES_PER_CALLBACK) }, (_, n) =>
          callbackOf(rows.slice(n * STATUSES_PER_CALLBACK, (n + 1) * STATUSES_PER_CALLBACK)),
        )
        await Promise.all(callbacks.map((body) => intake.store('PROVIDER', body, { isBulk: true })))
        while ((await count("webhook_inbox where status = 'RECEIVED'")) > 0) await sleep(POLL_MS)
      })
      return { done: rows.length, seconds }
    })

  const webhooks = (processes: number) =>
    withProcesses([['WEBHOOK', processes]], processes, async (started) => {
      const urls = started.map(({ url }) => url)
      let done = 0
      const seconds = await timed(async () => {
        done = await postCallbacks(urls, INTAKE_LANES, SECONDS)
      })
      await setup.query('truncate webhook_inbox')
      return { done, seconds }
    })

  const imports = (processes: number) =>
    withProcesses(
      [
        ['WORKER', processes],
        ['OUTBOX', 1],
        ['API_GATEWAY', 1],
      ],
      processes,
      async (started) => {
        const api = started.at(-1)?.url ?? ''
        const tokens = await Promise.all(Array.from({ length: IMPORTS }, () => signedInVendor(setup.deps)))
        const seconds = await timed(async () => {
          await Promise.all(tokens.map((token) => importFile(api, token, ROWS)))
        })
        return { done: ROWS * IMPORTS, seconds }
      },
    )

  try {
    for (let n = 0; n < VENDORS; n++) await setup.campaign(await setup.newVendor(), CAMPAIGN)
    await setup.query('vacuum analyze')
    const all: Series[] = []
    for (const [name, unit, measure] of [
      ['dispatch', 'messages', dispatch],
      ['settlement', 'updates', settlement],
      ['webhook intake', 'webhooks', webhooks],
      ['import', 'rows', imports],
    ] as const) {
      const points: Point[] = []
      for (const processes of COUNTS) points.push(await measure(processes))
      all.push({ name, unit, points })
      console.log(JSON.stringify({ bench: `scaling, ${name}`, points }))
    }
    console.log(tableOf(all))
    const [{ model = '' } = {}, { length }] = [cpus()[0], cpus()]
    if (process.argv.includes('write=docs'))
      writePage(all, { latencyMs: LATENCY_MS, machine: `${length} processors (${model.trim()})` })
  } finally {
    await setup.stop()
    await redis.stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}
