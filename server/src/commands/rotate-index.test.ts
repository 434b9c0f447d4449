import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { numbersFrom } from '../../tests/support/contacts/contacts.ts'
import { describeSchema } from '../../tests/support/database/describe-schema.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { csv, previewOf, untilStatus, uploadToReview } from '../../tests/support/imports/imports.ts'
import { FAULT_RUN_MS } from '../../tests/support/limits.ts'
import { optOutOf, saveSentMessage } from '../../tests/support/messaging/inbound.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../tests/support/product.ts'
import type { VendorId } from '../domain/ids.ts'
import { findOrCreateSender } from '../features/contacts/audience/inbound-sender.ts'
import { stageImportAgain } from '../features/imports/stages/resolve.ts'
import { optInForRecentSenders, optOutForRecentSenders } from '../features/messages/opt-out.ts'
import { saveRoutes } from '../features/messages/singles/reply-routing.ts'
import { keepReporting, processesWithOtherIndexKeys } from '../features/monitoring/processes.ts'
import { SANDBOX_SECRETS } from '../platform/config/config.ts'
import { createBlindIndex } from '../platform/crypto/blind-index.ts'
import { fingerprintOf } from '../platform/crypto/blind-index-version.ts'
import { inSnapshot, inTransaction } from '../platform/db/db.ts'
import { HASH_COLUMNS, NON_BLIND_INDEX_HASHES, STAGED_HASH_COLUMNS } from '../platform/db/rotation/hash-columns.ts'
import { countMissing } from '../platform/db/rotation/next-hashes.ts'
import { rotateBlindIndex } from '../platform/db/rotation/rotate-blind-index.ts'
import { savePendingKey } from '../platform/db/rotation/rotation-key.ts'
import { rotateToLastKey } from './rotate-index.ts'

const FIRST = SANDBOX_SECRETS.BLIND_INDEX_KEY
const SECOND = Buffer.alloc(32, 'second key').toString('base64')
const THIRD = Buffer.alloc(32, 'third key')
const WITHIN_MS = 30_000
const BOTH = `${FIRST},${SECOND}`

/** A process that knows one key, and two that know both, on one database. */
let old: TestProduct
let product: TestProduct
let other: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let vendorId: VendorId
const beside = (keys: string) =>
  startProduct({
    env: { DATABASE_URL: old.databaseUrl, BLIND_INDEX_KEY: keys },
    without: ['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX'],
  })
beforeAll(async () => {
  old = await startProduct({ without: ['WORKER', 'OUTBOX', 'API_GATEWAY', 'WEBHOOK'] })
  product = await startProduct({ env: { DATABASE_URL: old.databaseUrl, BLIND_INDEX_KEY: BOTH } })
  other = await beside(BOTH)
  vendor = await newVendor(product)
  vendorId = vendor.vendorId as VendorId
})

const newNumber = numbersFrom(61_000_000)
const asha = { mobile: `+${newNumber()}`, name: 'Asha Rao' }
const optedOut = newNumber()
const search = async (from: TestProduct, text: string) =>
  (await from.post('/contacts/search', { search: text }, vendor)).body.data.map(
    (contact: { name: string }) => contact.name,
  )

/** What depends on hashes: finding by number and name, duplicates, merging, opt-outs, replies, sign-in. */
async function answersOf(from: TestProduct) {
  const { deps } = from
  const known = { mobile: asha.mobile.slice(1), name: 'Somebody' }
  const sender = await inTransaction(deps.db, (tx) => findOrCreateSender(tx, deps, vendorId, known, deps.clock.now()))
  const duplicate = await from.post('/contacts', asha, vendor)
  const bulk = await from.post('/contacts/bulk', { contacts: [{ ...asha, labels: ['Again'] }] }, vendor)
  const stop = (work: typeof optOutForRecentSenders) =>
    inTransaction(deps.db, (tx) => work(tx, deps, asha.mobile.slice(1), 'STOP', deps.clock.now()))
  await stop(optOutForRecentSenders)
  const stopped = await search(from, asha.mobile)
  await inTransaction(deps.db, (tx) =>
    optInForRecentSenders(tx, deps, asha.mobile.slice(1), ['STOP'], deps.clock.now()),
  )
  return {
    byNumber: await search(from, asha.mobile),
    byName: await search(from, 'rao asha'),
    byLastDigits: await search(from, `asha ${asha.mobile.slice(-4)}`),
    isSender: sender?.id === duplicate.body.existingContactId,
    duplicate: duplicate.status,
    created: bulk.body.created,
    stopped,
    optedOut: await optOutOf(from, vendorId, optedOut),
    signIn: (await signIn(from, vendor.email)).status,
  }
}

test('every hash column is either moved, rebuilt, or made without this key', async () => {
  const schema = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8')
  const found = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([^;]*)\n\);/gm)].flatMap(
    ([, table, columns = '']) =>
      [...columns.matchAll(/^ {2}(\w+_hash|\w+_tokens) /gm)].map(([, column]) => `${table}.${column}`),
  )
  const listed = [HASH_COLUMNS, NON_BLIND_INDEX_HASHES, STAGED_HASH_COLUMNS].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  )
  // Staged tokens are deleted with the staged hashes.
  const rebuilt = ['staged_contact.name_tokens', 'staged_contact.folded_tokens']
  expect(found.sort()).toEqual([...listed, ...rebuilt].sort())
})

test(
  'hashes move to a new key while processes work, from wherever the rotation was killed',
  async () => {
    await product.post('/contacts', asha, vendor)
    const gone = (await product.post('/contacts', { mobile: `+${optedOut}`, name: 'Gone' }, vendor)).body
    await product.post(`/contacts/${gone.id}/opt-out`, {}, vendor)
    await product.del(`/contacts/${gone.id}`, vendor)
    await saveSentMessage(product, vendorId, asha.mobile.slice(1))
    const before = await answersOf(product)
    expect(before).toMatchObject({
      byNumber: ['Asha Rao'],
      byName: ['Asha Rao'],
      byLastDigits: ['Asha Rao'],
      duplicate: 409,
      created: 0,
      signIn: 200,
    })
    expect(before).toMatchObject({ optedOut: 'MANUAL', isSender: true })
    expect(await answersOf(old)).toEqual(before)
    const hashBefore = await hashOf(asha.mobile)

    // An import that is being reviewed while the key changes.
    const file = csv(['Name', 'Phone'], ['Asha', asha.mobile], ['Bela', `+${newNumber()}`], ['Bela 2', asha.mobile])
    const jobId = await uploadToReview(product, file, { token: vendor.token })
    const preview = await previewOf(product, vendor.token, jobId)

    const reporting = await keepReporting(old.deps, 'test')
    await expect
      .poll(() => processesWithOtherIndexKeys(product.deps.db, product.deps.config), { timeout: 60_000 })
      .toHaveLength(1)
    await expect(rotateToLastKey(product.deps, () => {})).rejects.toThrow(/other keys: .*Set the same/)
    await reporting.stop()
    await old.lifecycle.stop()

    const renamed = (await product.post('/contacts', { mobile: `+${newNumber()}`, name: 'Early' }, vendor)).body
    // A rotation to another key, which was given up after the contacts had been moved.
    await expect(rotateBlindIndex(product.deps.db, rotationTo(THIRD, failAt(12)))).rejects.toThrow('killed at 12')
    for (const [killedAt, asked] of [
      [9, product],
      [40, other],
    ] as const) {
      await expect(rotateToLastKey(product.deps, failAt(killedAt))).rejects.toThrow(`killed at ${killedAt}`)
      expect(await answersOf(asked)).toEqual(before)
    }
    // These change rows that have been moved, and add rows that have not.
    await other.patch(`/contacts/${renamed.id}`, { name: 'Renamed' }, vendor)
    await other.post('/contacts', { mobile: `+${newNumber()}`, name: 'Late' }, vendor)
    expect(await countMissing(product.deps.db)).toBe(null)

    // A process that still moves hashes to the other key is refused once the second key is recorded again.
    const { db } = product.deps
    const takeOver = () =>
      inTransaction(db, (tx) => savePendingKey(tx, rotationTo(Buffer.from(SECOND, 'base64')), false))
    const overtaken = rotateBlindIndex(db, { ...rotationTo(THIRD), reasonToWait: async () => `${await takeOver()}` })
    await expect(overtaken).rejects.toThrow(/with another key/)

    expect(await rotateToLastKey(product.deps, () => {})).toBe(1)
    expect(product.deps.blindIndex.version()).toBe(2)

    // The other process has not noticed and computes old hashes. What it writes is repeated with the new key.
    expect(other.deps.blindIndex.version()).toBe(1)
    expect(await optOutOf(other, vendorId, optedOut)).toBe(undefined)
    const { deps } = other
    await inTransaction(deps.db, (tx) =>
      saveRoutes(tx, deps, vendorId, [{ id: renamed.id, mobile: newNumber() }], deps.clock.now()),
    )
    expect(deps.blindIndex.version()).toBe(2)

    expect(await answersOf(product)).toEqual(before)
    expect(await answersOf(other)).toEqual(before)
    expect(await search(other, 'renamed')).toEqual(['Renamed'])
    expect(await search(other, 'late')).toEqual(['Late'])
    expect(await search(other, 'early')).toEqual([])
    const hashAfter = await hashOf(asha.mobile)
    expect(hashBefore).toHaveLength(1)
    expect(hashAfter).toHaveLength(1)
    expect(hashAfter[0]).not.toEqual(hashBefore[0])
    const withFirst = createBlindIndex([Buffer.from(FIRST, 'base64')])
    expect(hashAfter[0]?.subarray(0, 32)).not.toEqual(withFirst.of('contact.mobile', vendorId, asha.mobile))

    // The staged rows were deleted, and are staged again with the new key.
    await stageImportAgain(product.deps, vendorId, { jobId })
    expect(await previewOf(product, vendor.token, jobId)).toEqual(preview)
    await product.post(`/contacts/import/${jobId}/confirm`, {}, vendor)
    await untilStatus(product, vendor.token, jobId, 'COMPLETED', 'PARTIAL_SUCCESS')
    expect((await search(product, 'bela')).length).toBe(1)
    expect((await search(product, asha.mobile)).length).toBe(1)

    expect(await rotateToLastKey(product.deps, () => {})).toBe(0)
  },
  FAULT_RUN_MS,
)

test('the schema is the same afterwards, except for the checks of the key', async () => {
  const lines = (schema: string) =>
    schema
      .split('\n')
      .map((line) => line.trim().replace(/,$/, ''))
      .filter((line) => !/_key_version|octet_length\(\w+\) = 32/.test(line))
      .sort()
  const expected = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8')
  expect(lines(await describeSchema(product.databaseUrl))).toEqual(lines(expected))
})

test('a process without the new key, or with another order, is refused by name', async () => {
  await expect(beside(FIRST)).rejects.toThrow('BLIND_INDEX_KEY: key 2 is missing')
  await expect(beside(`${SECOND},${FIRST}`)).rejects.toThrow('BLIND_INDEX_KEY: key 1 is not the one')
})

test(
  'a rotation that waits for autovacuum, and then for an export, lets requests go on',
  async () => {
    const { db } = product.deps
    const cleaning = await holdOpen((held) =>
      db.transaction().execute(async (tx) => {
        await sql`lock table contact in share update exclusive mode`.execute(tx) // as autovacuum does
        await held()
      }),
    )
    const exporting = await holdOpen((held) => inSnapshot(db, held))
    let isWaiting = false
    const onStep = (told = '') => {
      isWaiting ||= told.startsWith('Waiting')
      if (isWaiting) throw new Error('ended by the test')
    }
    const rotating = rotateBlindIndex(db, { ...rotationTo(THIRD, onStep), version: 3 })
    rotating.catch(() => {}) // awaited at the end

    // It waits for longer than autovacuum is left alone, and keeps nobody from reading and writing.
    await eventually(
      async () =>
        expect(await waitingLocks()).toEqual([{ table: 'contact', mode: 'ShareUpdateExclusiveLock', isLong: true }]),
      WITHIN_MS,
    )
    expect(await search(product, asha.mobile)).toEqual(['Asha Rao'])
    await product.post('/contacts', { mobile: `+${newNumber()}`, name: 'Meanwhile' }, vendor)
    await cleaning.end()

    const seen = []
    while (!isWaiting) seen.push(...(await waitingLocks()))
    expect(seen.filter(({ table }) => table === 'blind_index_key')).toEqual([])
    await expect(rotating).rejects.toThrow('ended by the test')
    await exporting.end()
  },
  FAULT_RUN_MS,
)

/** Locks that somebody waits for, and whether for longer than autovacuum waits before it gives way. */
async function waitingLocks() {
  const { rows } = await sql<{ table: string; mode: string; isLong: boolean }>`
    select relation::regclass::text as "table", mode,
           coalesce(clock_timestamp() - waitstart > current_setting('deadlock_timeout')::interval + '100 ms', false)
             as "isLong"
      from pg_locks where not granted and locktype = 'relation'`.execute(product.deps.db)
  return rows
}

/** Runs work whose transaction stays open until `end`. */
async function holdOpen(work: (held: () => Promise<void>) => Promise<void>) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let ended: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    ended = work(() => {
      resolve()
      return released
    })
    ended.catch(reject)
  })
  return {
    end() {
      release()
      return ended
    },
  }
}

const rotationTo = (key: Buffer, onStep = () => {}) => ({
  version: 2,
  key,
  fingerprint: fingerprintOf(key),
  reasonToWait: async (): Promise<string | undefined> => undefined,
  onStep,
})

function failAt(step: number) {
  let steps = 0
  return () => {
    if (++steps === step) throw new Error(`killed at ${step}`)
  }
}

/** The stored hashes of a number among the contacts. */
async function hashOf(mobile: string): Promise<Buffer[]> {
  const { deps } = product
  const hashes = deps.blindIndex.withLater(deps.blindIndex.of('contact.mobile', vendorId, mobile))
  const rows = await deps.db.selectFrom('contact').select('mobile_hash').where('mobile_hash', 'in', hashes).execute()
  return rows.map((row) => row.mobile_hash)
}
