import { randomBytes } from 'node:crypto'
import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook, codecOf, importContacts, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { decidePair } from './decide-pair.ts'
import { toIncomingContact } from './incoming.ts'
import { upsertContacts } from './upsert-contacts.ts'

const WRITERS = 8
const NUMBERS = 50
const ROUNDS = 10

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
const newMobile = numbersFrom(30_000_000)

const shuffled = <T>(items: readonly T[]) =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)

describe('concurrent upserts', () => {
  test('of eight writers that share nine of ten numbers, in any order: one contact for each number, no failure, no loss', async () => {
    const vendor = await newVendor(product)
    for (let round = 0; round < ROUNDS; round++) {
      const shared = Array.from({ length: NUMBERS * 0.9 }, newMobile)
      const writers = Array.from({ length: WRITERS }, (_, writer) => ({
        label: `writer ${writer} of ${round}`,
        numbers: shuffled([...shared, ...Array.from({ length: NUMBERS * 0.1 }, newMobile)]),
      }))
      const results = await Promise.all(
        writers.map(({ label, numbers }, writer) =>
          importContacts(
            product,
            vendor.vendorId,
            numbers.map((mobile) => ({
              mobile,
              name: 'x'.repeat(writer + 1),
              labels: shuffled([label, `round ${round}`]),
              attributes: { [`by ${writer}`]: 'yes' },
            })),
            { jobId: newId<'job'>() },
          ),
        ),
      )
      const distinct = shared.length + WRITERS * NUMBERS * 0.1
      expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(distinct)
      expect(results.flatMap(({ existing }) => existing)).toHaveLength(WRITERS * NUMBERS - distinct)
    }
    const book = await addressBook(product, vendor)
    expect(new Set(book.map(({ mobile }) => mobile)).size).toBe(book.length)
    const shared = book.filter(({ labels }) => labels.length > 2)
    expect(shared).toHaveLength(ROUNDS * NUMBERS * 0.9)
    for (const { name, labels, attributes } of shared)
      expect([name.length, labels.length, Object.keys(attributes).length]).toEqual([WRITERS, WRITERS + 1, WRITERS])
    await expectEveryChangeAudited(vendor.vendorId)
  })

  test('of numbers that are deleted concurrently: they exist afterwards or were deleted after the insert', async () => {
    const vendor = await newVendor(product)
    const numbers = Array.from({ length: 30 }, newMobile)
    const contacts = numbers.map((mobile) => ({ mobile, name: 'Asha' }))
    for (let round = 0; round < ROUNDS; round++) {
      await importContacts(product, vendor.vendorId, contacts, { jobId: newId<'job'>() })
      const ids = (await addressBook(product, vendor)).map(({ id }) => id)
      const [result] = await Promise.all([
        importContacts(product, vendor.vendorId, contacts, { jobId: newId<'job'>() }),
        ...ids.map((id) => product.del(`/contacts/${id}`, { token: vendor.token })),
      ])
      expect(result.created + result.existing.length).toBe(numbers.length)
      expect(await addressBook(product, vendor)).toHaveLength(result.created)
    }
  })

  test('of a set with the same number twice create one contact', async () => {
    const vendor = await newVendor(product)
    const mobile = newMobile()
    const twice = [
      { mobile, name: 'Asha' },
      { mobile, name: 'Asha Rao' },
    ]
    const { created, updated } = await importContacts(product, vendor.vendorId, twice, { jobId: newId<'job'>() })
    expect([created, updated]).toEqual([1, 1])
    expect(await addressBook(product, vendor)).toMatchObject([{ name: 'Asha Rao' }])
  })
})

test('of many large contacts hold a few megabytes at a time in memory, and lose none', async () => {
  const vendor = await newVendor(product)
  const vendorId = vendor.vendorId as VendorId
  const codec = await codecOf(product, vendorId)
  const numbers = Array.from({ length: 80 }, newMobile)
  const large = () => ({ large: randomBytes(180_000).toString('base64') })
  const contacts = numbers.map((mobile) => ({ mobile, attributes: large() }))
  await importContacts(product, vendorId, contacts, { jobId: newId<'job'>() })
  const [pages, decided] = [[] as number[], new Set<Buffer | Uint8Array>()]
  const incoming = numbers.map((mobile) =>
    toIncomingContact(codec, { mobile, name: 'Asha', labels: ['large'], attributes: {}, countryCode: 'IN' }),
  )
  const result = await inTransaction(product.deps.db, (tx) =>
    upsertContacts(tx, vendorId, {
      incoming,
      decide: async (pairs) => {
        pages.push(pairs.reduce((sum, { existing }) => sum + existing.profileCipher.length, 0))
        for (const { existing } of pairs) decided.add(existing.profileCipher)
        return pairs.map((pair) => decidePair(codec, 'UPDATE_METADATA', pair))
      },
      ...{ strategy: 'UPDATE_METADATA', source: 'IMPORT', actorId: null, jobId: newId<'job'>() },
      now: product.deps.clock.now(),
    }),
  )
  expect(result).toMatchObject({ created: 0, updated: numbers.length })
  expect(result.existing.map(({ decision }) => decision?.action)).toEqual(numbers.map(() => 'UPDATE'))
  expect(JSON.stringify(result).length).toBeLessThan(100_000)
  expect([decided.size, pages.length]).toEqual([numbers.length, 2])
  expect(Math.max(...pages)).toBeLessThan(16 * 1024 * 1024)
  for (const { name, labels } of await addressBook(product, vendor)) expect([name, labels]).toEqual(['Asha', ['large']])
})

/** Revisions have no gaps: each writer added an attribute and saw those of all earlier writers. */
async function expectEveryChangeAudited(vendorId: string) {
  const of = vendorId as VendorId
  const codec = await codecOf(product, vendorId)
  const contacts = await product.deps.db.selectFrom('contact').selectAll().where('vendor_id', '=', of).execute()
  const rows = await product.deps.db
    .selectFrom('contact_audit')
    .selectAll()
    .where('vendor_id', '=', of)
    .orderBy('contact_id')
    .orderBy('revision')
    .execute()
  const byContact: Record<string, typeof rows> = {}
  for (const row of rows) byContact[row.contact_id] = [...(byContact[row.contact_id] ?? []), row]
  expect(Object.keys(byContact)).toHaveLength(contacts.length)
  for (const { id, revision } of contacts) {
    const changes = byContact[id] ?? []
    expect(changes.map((change) => change.revision)).toEqual(Array.from({ length: revision }, (_, i) => i + 1))
    expect(changes[0]?.before_cipher).toBeNull()
    for (const [i, change] of changes.slice(1).entries()) {
      expect(Object.keys(codec.open(change.before_cipher as Buffer).attributes)).toHaveLength(change.revision - 1)
      expect([...change.labels_before].sort()).toEqual([...(changes[i]?.labels_after ?? [])].sort())
    }
  }
}

test('of a few existing contacts use a few lookups, whatever the size and statistics of the table', async () => {
  const [known, unknown] = [await newVendor(product), await newVendor(product)]
  const { deps } = product
  const fill = async (token: string, count: number) => {
    const contacts = Array.from({ length: count }, () => ({ mobile: newMobile() }))
    await product.post('/contacts/bulk', contacts, { token })
    return contacts
  }
  await fill(known.token, 2_000)
  await raw`analyze contact`.execute(deps.db)
  const book = await fill(unknown.token, 3_000)
  const vendorId = unknown.vendorId as VendorId
  const codec = await codecOf(product, vendorId)
  const incoming = book
    .slice(0, 10)
    .map(({ mobile }) =>
      toIncomingContact(codec, { mobile, name: 'Asha', labels: [], attributes: {}, countryCode: 'IN' }),
    )
  const read = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const author = { source: 'IMPORT', actorId: null, jobId: null, now } as const
    const intake = { incoming, strategy: 'SKIP_DUPLICATES', decide: async () => [], ...author } as const
    const before = await contactsRead(tx)
    expect(await upsertContacts(tx, vendorId, intake)).toMatchObject({ created: 0, skipped: 10 })
    return (await contactsRead(tx)) - before
  })
  expect(read).toBeGreaterThanOrEqual(10)
  expect(read).toBeLessThan(300)
})

async function contactsRead(tx: Tx): Promise<number> {
  const { rows } = await raw<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'contact'
  `.execute(tx)
  return rows[0]?.read ?? 0
}
