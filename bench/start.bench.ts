import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { claimDataDir } from '../server/src/embedded/data-dir.ts'
import { startPostgres } from '../server/src/embedded/postgres/postgres.ts'
import { makeTempDir } from '../server/tests/support/services/temp-dir.ts'
import { reportTimes } from './support/paired.ts'

/**
 * Time from `npm start` on built code until the product is ready, on a data directory that exists. Anchor: starting its
 * PostgreSQL alone until it answers a query.
 */
const ROUNDS = process.argv.includes('--short') ? 5 : 11
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const dataDir = await makeTempDir('bench-start')

try {
  await startProduct() // creates the cluster and the demo data
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(round % 2 === 0))
  reportTimes('npm start until ready', 'PostgreSQL alone on the same data', { floor: 4, target: 3, goal: 2 }, rounds)
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}

async function measureRound(oursFirst: boolean) {
  const first = oursFirst ? await startProduct() : undefined
  const anchor = await startDatabase()
  return { ours: first ?? (await startProduct()), anchor }
}

async function startProduct(): Promise<number> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', SANDBOX_DEMO_MONTH: 'false' }
  const begun = performance.now()
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  let url: string | undefined
  while (!url) {
    if (child.exitCode !== null) throw new Error(`the product did not start:\n${output}`)
    await sleep(5)
    url = /"url":"([^"]+)"/.exec(output)?.[1]
  }
  while (!(await fetch(`${url}/readyz`).then(({ ok }) => ok))) await sleep(5)
  const ms = performance.now() - begun
  child.kill('SIGTERM')
  await ended
  return ms
}

async function startDatabase(): Promise<number> {
  const claim = await claimDataDir(dataDir)
  if (claim.kind !== 'owner') throw new Error('the product has not ended')
  const begun = performance.now()
  const postgres = await startPostgres(claim)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('select 1')
  const ms = performance.now() - begun
  await client.end()
  await postgres.stop()
  await claim.release()
  return ms
}
