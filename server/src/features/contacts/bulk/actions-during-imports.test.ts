import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addressBook, importContacts, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { countWaitingForLocks } from '../../../../tests/support/database/locks.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import { type Answer, newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { ensureLabels } from '../lists/labels.ts'

const ROUNDS = 6
const CONTACTS = 40
const CHUNK_ROWS = 10

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue()
})

const newMobile = numbersFrom(58_000_000)
const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const

/** A vendor with contacts, and an import of the same numbers that is about to save them. */
async function given(mergeStrategy: (typeof STRATEGIES)[number], tags: string) {
  const vendor = await newVendor(product)
  const mobiles = Array.from({ length: CONTACTS }, newMobile)
  const contacts = mobiles.map((mobile) => ({ mobile, name: 'A', labels: ['old'] }))
  await importContacts(product, vendor.vendorId, contacts, { jobId: newId<'job'>() })
  const ids = (await addressBook(product, vendor)).map(({ id }) => id as string)
  const hand = byHand(product, vendor, CHUNK_ROWS)
  const rows = mobiles.toReversed().map((mobile) => ['Asha', `+${mobile}`, tags])
  const fields = { mergeStrategy, confirmFullReplace: 'true', listName: 'Imported' }
  const jobId = await hand.toReview(csv(['Name', 'Phone', 'Tags'], ...rows), { fields })
  expect((await hand.confirm(jobId)).status).toBe(202)
  const act = (body: object) => product.post('/contacts/actions', body, vendor)
  return { vendor, ids, jobId, act, persist: () => hand.persistAll(jobId) }
}

/** How many there were in this database, those included whose transaction was repeated. */
async function countDeadlocks() {
  const { rows } = await sql<{ deadlocks: number }>`
    select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database where datname = current_database()`.execute(
    product.deps.db,
  )
  return rows[0]?.deadlocks
}

const historyOf = async (vendorId: string) => {
  const { rows } = await sql<{ contactId: string; revision: number; action: string; isReadable: boolean }>`
    select contact_id as "contactId", revision, action, before_cipher is not null as "isReadable" from contact_audit
     where vendor_id = ${vendorId} order by contact_id, revision`.execute(product.deps.db)
  const byContact = new Map<string, typeof rows>()
  for (const row of rows) byContact.set(row.contactId, [...(byContact.get(row.contactId) ?? []), row])
  return byContact
}

test(
  'labels that an import and bulk actions give the same contacts concurrently are all kept, without a deadlock',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { vendor, ids, jobId, act, persist } = await given('MERGE_LABELS', 'shared;imported')
      const label = (contactIds: string[]) => act({ action: 'ADD_LABELS', contactIds, labels: ['given', 'shared'] })
      const [, ...answers] = await Promise.all([persist(), label(ids), label(ids.toReversed()), label(ids.slice(0, 9))])
      for (const { status } of answers) expect(status).toBe(200)
      for (const { labels } of await addressBook(product, vendor))
        expect(labels.sort()).toEqual(['given', 'imported', 'old', 'shared'])
      const { status, result } = await statusOf(product, vendor.token, jobId)
      expect([status, result.created, result.merged]).toEqual(['COMPLETED', 0, CONTACTS])
      // Every change has its entry, in order.
      for (const entries of (await historyOf(vendor.vendorId)).values())
        expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_, i) => i + 1))
      const { body } = await product.get('/labels', vendor)
      const names = (body.data ?? body).map(({ name }: { name: string }) => name)
      expect(names.sort()).toEqual(['given', 'imported', 'old', 'shared'])
    }
    expect(await countDeadlocks()).toBe(0)
  },
  FAULT_RUN_MS,
)

test('adding labels locks the labels before the contacts, as an import does, so the two cannot deadlock', async () => {
  const { vendor, ids, act } = await given('MERGE_LABELS', 'imported')
  const own = vendor.vendorId as VendorId
  const { db, clock } = product.deps
  const givers = {
    one: (labels: string[]) => product.patch(`/contacts/${ids[0]}`, { labels }, vendor),
    many: (labels: string[]) => act({ action: 'ADD_LABELS', contactIds: ids, labels }),
  }
  for (const [name, give] of Object.entries(givers)) {
    let giving: Promise<Answer> | undefined
    await inTransaction(db, async (tx) => {
      await ensureLabels(tx, own, [`for ${name}`], clock.now())
      giving = give([`for ${name}`])
      await eventually(async () => expect(await countWaitingForLocks(db)).toBe(1), 20_000)
      // Fails when somebody has locked one of them.
      await sql`select from contact where vendor_id = ${own} for update nowait`.execute(tx)
    })
    expect((await giving)?.status).toBe(200)
  }
  const [first] = await addressBook(product, vendor)
  expect(first.labels).toContain('for many')
})

test('labels are not created for contacts that do not exist', async () => {
  const { vendor, act } = await given('MERGE_LABELS', 'imported')
  const contactIds = [newId<'contact'>()]
  expect((await act({ action: 'ADD_LABELS', contactIds, labels: ['nobody has it'] })).body).toEqual({ contacts: 0 })
  const { body } = await product.get('/labels', vendor)
  expect(JSON.stringify(body)).not.toContain('nobody has it')
})

test.each(STRATEGIES)(
  'contacts that are deleted while an import (%s) saves them are deleted, or created again by the import; none is incomplete',
  async (strategy) => {
    for (let round = 0; round < 3; round++) {
      const { vendor, ids, jobId, act, persist } = await given(strategy, 'imported')
      const remove = (contactIds: string[]) => act({ action: 'DELETE', contactIds })
      const half = CONTACTS / 2
      const [, first, second] = await Promise.all([persist(), remove(ids.slice(0, half)), remove(ids.slice(half))])
      expect([first.body.contacts, second.body.contacts]).toEqual([half, half])
      const { status, result } = await statusOf(product, vendor.token, jobId)
      expect(status).toBe('COMPLETED')
      const book = await addressBook(product, vendor)
      expect(book).toHaveLength(result.created)
      expect(result.created + result.updated + result.merged + result.skipped).toBe(CONTACTS)
      for (const { id, name, labels } of book) {
        expect(ids).not.toContain(id)
        expect([name, labels]).toEqual(['Asha', ['imported']])
      }
      const history = await historyOf(vendor.vendorId)
      for (const id of ids) {
        expect(history.get(id)?.at(-1)?.action).toBe('DELETE')
        // What the contact was before is personal data too.
        expect(history.get(id)?.some(({ isReadable }) => isReadable)).toBe(false)
      }
      const { body: lists } = await product.get('/contact-lists', vendor)
      expect(lists.data.map(({ contacts }: { contacts: number }) => contacts)).toEqual([book.length])
    }
    expect(await countDeadlocks()).toBe(0)
  },
  FAULT_RUN_MS,
)

test(
  'contacts that are opted out or listed while an import saves them stay so, and no import opts anybody in',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { vendor, ids, act, persist } = await given('FULL_REPLACE', 'imported')
      const { body: list } = await product.post('/contact-lists', { name: 'Chosen' }, vendor)
      const [, optedOut, listed] = await Promise.all([
        persist(),
        act({ action: 'OPT_OUT', contactIds: ids }),
        act({ action: 'ADD_TO_LIST', contactIds: ids.toReversed(), listId: list.id }),
      ])
      expect([optedOut.body.contacts, listed.body.contacts]).toEqual([CONTACTS, CONTACTS])
      for (const contact of await addressBook(product, vendor))
        expect(contact).toMatchObject({ optOutReason: 'MANUAL', labels: ['imported'] })
      expect((await product.get(`/contact-lists/${list.id}`, vendor)).body.contacts).toBe(CONTACTS)
    }
    expect(await countDeadlocks()).toBe(0)
  },
  FAULT_RUN_MS,
)
