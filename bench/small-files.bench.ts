import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { contactRows, csvFile } from './support/contact-file.ts'
import { upload } from './support/import-run.ts'
import { reportTimes } from './support/paired.ts'
import { startBenchProduct } from './support/product.ts'

/**
 * Small files, which most people bring: p95 of the time from the answer to an upload of 1,000 rows to its review, through
 * the public API of the product in one process. Anchor: a bare route that stores the upload on the same disk and COPYs
 * the same rows into the same database.
 */
const isShort = process.argv.includes('--short')
const ROWS = 1_000
const ROUNDS = isShort ? 5 : 11
const FILES = isShort ? 6 : 30
const POLL_MS = 5

const product = await startBenchProduct({ UPLOADS_PER_MINUTE: '1000000', API_REQUESTS_PER_MINUTE: '1000000' })
const client = new pg.Client({ connectionString: product.databaseUrl })
await client.connect()
await client.query('create table bench_contact (name text, mobile text primary key, city text)')
const bare = await startBareRoute()
let run = 0

try {
  await percentile95(untilReview) // until everything is compiled and warm
  await percentile95(untilCopied)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await percentile95(untilReview), anchor: await percentile95(untilCopied) })
  const name = `file of ${ROWS} rows, accepted until review, p95`
  reportTimes(name, 'a bare route that stores and COPYs', { floor: 20, target: 10, goal: 5 }, rounds)
} finally {
  await bare.stop()
  await client.end()
  await product.stop()
}

async function percentile95(measure: () => Promise<number>) {
  const took = []
  for (let n = 0; n < FILES; n++) took.push(await measure())
  return took.sort((a, b) => a - b)[Math.ceil(FILES * 0.95) - 1] ?? 0
}

async function untilReview(): Promise<number> {
  const { jobId } = await upload(product, 'csv', nextFile(), product.token)
  const begun = performance.now()
  const path = `/contacts/import/${jobId}`
  for (;;) {
    const { status, terminal } = await product.call('GET', `${path}/status`)
    if (status === 'PENDING_REVIEW') break
    if (terminal) throw new Error(`the import ended as ${status}`)
    await sleep(POLL_MS)
  }
  const ms = performance.now() - begun
  await product.call('POST', `${path}/cancel`)
  return ms
}

async function untilCopied(): Promise<number> {
  const body = nextFile()
  const begun = performance.now()
  const response = await fetch(bare.url, { method: 'POST', body, headers: { 'content-type': 'text/csv' } })
  if (response.status !== 202) throw new Error(`the bare route answered ${response.status}`)
  await response.text()
  return performance.now() - begun
}

/** All numbers of a run are new. */
function nextFile(): Buffer {
  return csvFile(contactRows(ROWS, run++))
}

async function startBareRoute() {
  const app = Fastify()
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/', async ({ body }, reply) => {
    await writeFile(join(product.dataDir, `bare-${run}.csv`), body as Buffer)
    await client.query('truncate bench_contact')
    const into = client.query(copyFrom('copy bench_contact from stdin (format csv, header)'))
    into.end(distinctRows(body as Buffer))
    await once(into, 'finish')
    return reply.code(202).send({ rows: into.rowCount })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => app.close() }
}

/** COPY stops at a number that is there twice. */
function distinctRows(file: Buffer): string {
  const lines = file.toString().trimEnd().split('\n')
  return `${[...new Map(lines.map((line) => [line.split(',')[1], line])).values()].join('\n')}\n`
}
