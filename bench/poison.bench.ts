import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../server/src/compose.ts'
import { readSettings, resolveConfig } from '../server/src/platform/config/config.ts'
import { Lifecycle } from '../server/src/platform/lifecycle.ts'
import { createLog } from '../server/src/platform/log.ts'
import { spoilRows } from '../server/tests/support/imports/spoiled-rows.ts'
import { contactRows, csvFile } from './support/contact-file.ts'
import { upload } from './support/import-run.ts'
import { median } from './support/paired.ts'
import { startPoller } from './support/poller.ts'
import { startBenchProduct } from './support/product.ts'

/**
 * How much an import with rows that crash their reader slows another vendor down: the latency of the other vendor's
 * status requests meanwhile. Anchor: the same import without those rows. Rounds alternate.
 */
const isShort = process.argv.includes('--short')
const ROWS = isShort ? 20_000 : 100_000
const ROUNDS = isShort ? 2 : 5
const POISONED_ROWS = [0, 2_500, 4_999]
const POLL_MS = 20
const RATIO_MAX = 1.2

const product = await startBenchProduct()
const poller = startPoller()
const lifecycle = new Lifecycle(createLog('silent'))
const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: product.dataDir, SMTP_URL: 'smtp://127.0.0.1:1' })
const config = resolveConfig(settings, { databaseUrl: product.databaseUrl, sandbox: { url: product.api, smtpUrl: '' } })
const deps = await compose(config, createLog('silent'), lifecycle, () => product.api)
let run = 0

interface Polls {
  p50: number
  p95: number
}

try {
  const other = await product.newVendor()
  const { jobId } = await upload(product, 'csv', csvFile(contactRows(10, run++)), other)
  const ofOther = `${product.api}/contacts/import/${jobId}/status`
  const clean = () => pollsDuring(ofOther, other, [])
  const poisoned = () => pollsDuring(ofOther, other, POISONED_ROWS)
  await clean() // until everything is compiled and warm
  await poisoned()
  const rounds: { clean: Polls; poisoned: Polls }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await clean() : undefined
    const seen = await poisoned()
    rounds.push({ clean: first ?? (await clean()), poisoned: seen })
  }
  const of = (p: 'p50' | 'p95', kind: 'clean' | 'poisoned') => median(rounds.map((round) => round[kind][p]))
  const ratios = rounds.map((round) => round.poisoned.p95 / round.clean.p95)
  console.log(`polls of another vendor while ${ROWS} rows are processed, ${ROUNDS} paired rounds`)
  for (const kind of ['clean', 'poisoned'] as const)
    console.log(`  ${kind.padEnd(9)} p50 ${of('p50', kind).toFixed(1)} ms, p95 ${of('p95', kind).toFixed(1)} ms`)
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`
  console.log(`  p95 poisoned ÷ clean ${median(ratios).toFixed(2)} ${spread}, at most ${RATIO_MAX}`)
} finally {
  poller.stop()
  await lifecycle.stop()
  await product.stop()
}

async function pollsDuring(ofOther: string, other: string, places: readonly number[]): Promise<Polls> {
  const file = csvFile(contactRows(ROWS, run++))
  const { jobId } = await upload(product, 'csv', file, product.token, { fields: { autoMap: 'false' } })
  const path = `/contacts/import/${jobId}`
  await until(path, 'AWAITING_MAPPING')
  await spoilRows(deps, jobId, places)
  const columns = { Name: { field: 'name' }, Phone: { field: 'phone' }, City: { field: 'attribute' } }
  await product.call('POST', `${path}/mapping`, { columns })
  let isDone = false
  const done = until(path, 'PENDING_REVIEW').finally(() => (isDone = true))
  done.catch(() => {}) // thrown below, when the last poll is back
  const polls: number[] = []
  while (!isDone) {
    polls.push((await poller.poll(ofOther, other)).ms)
    await sleep(POLL_MS)
  }
  const { stats } = await done
  if (stats.invalidRows !== places.length) throw new Error(`${stats.invalidRows} rows failed`)
  await product.call('POST', `${path}/cancel`)
  polls.sort((a, b) => a - b)
  return { p50: polls[Math.floor(polls.length / 2)] ?? 0, p95: polls[Math.floor(polls.length * 0.95)] ?? 0 }
}

async function until(path: string, wanted: string) {
  for (;;) {
    const status = await product.call('GET', `${path}/status`)
    if (status.status === wanted) return status
    if (status.terminal) throw new Error(`the import ended as ${status.status}: ${status.failureReason}`)
    await sleep(250)
  }
}
