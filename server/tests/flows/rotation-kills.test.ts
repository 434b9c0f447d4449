import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SANDBOX_SECRETS } from '../../src/platform/config/config.ts'
import { countMissing } from '../../src/platform/db/rotation/next-hashes.ts'
import { newId } from '../../src/platform/ids.ts'
import { atEnd } from '../support/cleanup.ts'
import { importContacts, numbersFrom } from '../support/contacts/contacts.ts'
import { eventually } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { newDataDir } from '../support/processes/process.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../support/product.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/rotate-keys.js', import.meta.url))
const SECOND = Buffer.alloc(32, 'second key').toString('base64')
const BLIND_INDEX_KEY = `${SANDBOX_SECRETS.BLIND_INDEX_KEY},${SECOND}`
/** Several batches of the rotation. */
const CONTACTS = 9_000
const WITHIN_MS = 120_000

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
const newMobile = numbersFrom(62_000_000)
const asha = { mobile: newMobile(), name: 'Asha Rao' }
beforeAll(async () => {
  product = await startProduct({
    without: ['WORKER', 'OUTBOX'],
    env: { BLIND_INDEX_KEY, API_REQUESTS_PER_MINUTE: '1000000' },
  })
  vendor = await newVendor(product)
  const others = Array.from({ length: CONTACTS - 1 }, () => ({ mobile: newMobile(), name: 'Ben' }))
  await importContacts(product, vendor.vendorId, [asha, ...others], { jobId: newId<'job'>() })
})

/** `npm run keys:rotate -- --blind-index` as a process. */
async function startRotation() {
  const child = spawn(process.execPath, [PROGRAM, '--blind-index'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: await newDataDir(),
      BLIND_INDEX_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  atEnd(() => void child.kill('SIGKILL'))
  return { child, ended, output: () => output }
}

const tableHas = async (table: string, column: string) => {
  const { rows } = await sql`
    select from information_schema.columns where table_name = ${table} and column_name = ${column}`.execute(
    product.deps.db,
  )
  return rows.length > 0
}
const countMoved = async () => {
  if (!(await tableHas('contact', 'mobile_hash_next'))) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from contact where mobile_hash_next is not null`.execute(product.deps.db)
  return rows[0]?.count ?? 0
}

/** When the process is killed: as soon as this holds. */
const KILLS: readonly ((output: string) => boolean | Promise<boolean>)[] = [
  async () => (await tableHas('account', 'email_hash_next')) || (await tableHas('contact', 'mobile_hash_next')),
  (output) => output.includes('rows moved'),
  async () => (await countMoved()) > 0,
  (output) => /^contact: \d+ rows moved/m.test(output),
]

const namesFor = async (search: string) =>
  (await product.post('/contacts/search', { search }, vendor)).body.data.map(({ name }: { name: string }) => name)

/** A write whose hash was made just before the keys were exchanged is 503, to be repeated in a moment. */
async function signInAgainIfAsked() {
  const { status } = await signIn(product, vendor.email)
  return status === 503 ? (await signIn(product, vendor.email)).status : status
}

/** Everything that finds something by a hash. */
async function findings() {
  const duplicate = await product.post('/contacts', { mobile: `+${asha.mobile}`, name: 'Again' }, vendor)
  return {
    byNumber: await namesFor(`+${asha.mobile}`),
    byName: await namesFor('rao asha'),
    byLastDigits: await namesFor(`asha ${asha.mobile.slice(-4)}`),
    duplicate: duplicate.status,
    signIn: await signInAgainIfAsked(),
  }
}

test(
  `a rotation that is killed ${KILLS.length} times is completed by the next run, and everything is found at every moment`,
  async () => {
    const expected = await findings()
    expect(expected).toEqual({
      byNumber: ['Asha Rao'],
      byName: ['Asha Rao'],
      byLastDigits: ['Asha Rao'],
      duplicate: 409,
      signIn: 200,
    })
    let isOver = false
    let searches = 0
    const searching = (async () => {
      for (; !isOver; searches++) expect(await findings()).toEqual(expected)
    })()
    searching.catch(() => {}) // awaited at the end
    for (const isTime of KILLS) {
      const rotation = await startRotation()
      await eventually(async () => {
        expect([rotation.child.exitCode, rotation.output()]).toEqual([null, rotation.output()])
        expect(await isTime(rotation.output())).toBe(true)
      }, WITHIN_MS)
      rotation.child.kill('SIGKILL')
      await rotation.ended
      expect(rotation.child.signalCode).toBe('SIGKILL')
      expect(product.deps.blindIndex.version()).toBe(1)
      // What changes between two runs belongs to the rows that the next one moves.
      await product.post('/contacts', { mobile: `+${newMobile()}`, name: 'Late' }, vendor)
    }
    const last = await startRotation()
    const [code] = await last.ended
    expect([code, last.output()]).toEqual([0, expect.stringContaining('All hashes are now made with key 2')])
    isOver = true
    await searching
    expect(searches).toBeGreaterThan(KILLS.length)
    expect(await findings()).toEqual(expected)
    expect(product.deps.blindIndex.version()).toBe(2)
    expect(await namesFor('late')).toHaveLength(KILLS.length)
    const again = await startRotation()
    await again.ended
    expect(again.output()).toContain('Nothing to do')
    expect(await countMissing(product.deps.db)).toBe(null)
  },
  FAULT_RUN_MS,
)
