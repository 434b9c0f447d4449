import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { nobodyOutside, startProcess } from '../processes/process.ts'
import { newVendor, type TestProduct } from '../product.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import { csv, statusOf, upload } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

const LIFE_MS_MAX = 1_500
const END_WITHIN_MS = 240_000

interface Plan {
  files: readonly string[]
  kills: number
  random: SeededRandom
}

/** A file with repeated numbers, invalid rows, and rows whose country only the majority decides. */
const fileOf = (number: number, rows: number) =>
  csv(
    ['Name', 'Phone', 'Tags', 'City'],
    ...Array.from({ length: rows }, (_, i) => {
      const digits = `9${String(number).padStart(2, '0')}${String(8_000_000 + (i % 50 ? i : 0)).padStart(7, '0')}`
      return [`Name ${i}`, i % 97 === 0 ? '12' : i % 3 ? `+91${digits}` : digits, `l${i % 5}`, i % 2 ? 'Pune' : '']
    }),
  )

/**
 * Imports all files while worker processes are started and killed (-9) at random moments, until all imports have ended.
 */
async function importWithKills(product: TestProduct, owner: Owner, { files, kills, random }: Plan) {
  const startWorker = () =>
    startProcess({
      SERVICE_TYPE: 'WORKER',
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: product.deps.config.dataDir,
      ...nobodyOutside(product),
    })
  const jobs: string[] = []
  let next = startWorker()
  for (let kill = 0; kill < kills; kill++) {
    if (kill % Math.ceil(kills / files.length) === 0) {
      const answer = await upload(product, files[jobs.length] ?? '', owner)
      expect(answer.status).toBe(202)
      jobs.push(answer.body.jobId)
    }
    const worker = await next
    next = startWorker()
    const until = performance.now() + random.below(LIFE_MS_MAX)
    do await confirmWhatWaits(product, owner, jobs)
    while (performance.now() < until)
    await worker.end('SIGKILL')
  }
  const worker = await next
  const ended = await eventually(async () => {
    await confirmWhatWaits(product, owner, jobs)
    await sleep(100)
    const statuses = await Promise.all(jobs.map((jobId) => statusOf(product, owner.token, jobId)))
    expect(statuses.map(({ terminal }) => terminal)).not.toContain(false)
    return statuses
  }, END_WITHIN_MS)
  await worker.end('SIGTERM')
  return ended
}

async function confirmWhatWaits(product: TestProduct, owner: Owner, jobs: readonly string[]) {
  for (const jobId of jobs)
    if ((await statusOf(product, owner.token, jobId)).status === 'PENDING_REVIEW')
      await product.post(`/contacts/import/${jobId}/confirm`, undefined, owner)
}

/** Imports the same files in this process, without kills. */
async function importWithoutKills(product: TestProduct, owner: Owner, files: readonly string[]) {
  const hand = byHand(product, owner)
  const statuses = []
  for (const file of files) {
    const jobId = await hand.toReview(file)
    await hand.confirmAndPersist(jobId)
    statuses.push(await statusOf(product, owner.token, jobId))
  }
  return statuses
}

/** The contacts and their audit rows, without values that differ between runs. */
async function dumpOf(product: TestProduct, owner: Owner) {
  const { body } = await product.get('/contacts/export', owner)
  const audits = await raw<{ action: string; count: number; contacts: number }>`
    select action, count(*)::int as count, count(distinct contact_id)::int as contacts from contact_audit
     where vendor_id = ${owner.vendorId} group by action order by action`.execute(product.deps.db)
  return { contacts: (body as string).split('\r\n').sort(), audits: audits.rows }
}

/** Kills must change nothing: contacts, counts and audit rows equal those of an undisturbed import. */
export async function expectSameAsWithoutKills(
  product: TestProduct,
  { files, rows, kills, seed }: { files: number; rows: number; kills: number; seed: number },
) {
  const [undisturbed, killed] = [await newVendor(product), await newVendor(product)]
  const contents = Array.from({ length: files }, (_, i) => fileOf(80 + i, rows))
  const ended = await importWithKills(product, killed, { files: contents, kills, random: seededRandom(seed) })
  const expected = await importWithoutKills(product, undisturbed, contents)
  const outcomeOf = ({ status, failureReason, stats, result }: (typeof expected)[number]) => ({
    status,
    failureReason,
    stats,
    result,
  })
  expect(ended.map(outcomeOf)).toEqual(expected.map(outcomeOf))
  const dump = await dumpOf(product, killed)
  expect(dump).toEqual(await dumpOf(product, undisturbed))
  for (const { count, contacts } of dump.audits) expect(count).toBe(contacts)
}
