import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addressBook,
  codecOf,
  type GivenContact,
  importContacts,
  numbersFrom,
} from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { type UndoResult, undoImportChanges } from './undo.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
})
beforeEach(async () => {
  vendor = await newVendor(product)
})

const newMobile = numbersFrom(20_000_000)
const runImport = (contacts: GivenContact[], jobId: string, strategy?: MergeStrategy) =>
  importContacts(product, vendor.vendorId, contacts, { jobId, ...(strategy && { strategy }) })

async function undoBatch(jobId: string, after: string | null, limit: number, bytesMax?: number): Promise<UndoResult> {
  const openCodec = () => codecOf(product, vendor.vendorId)
  const batch = { openCodec, jobId, actorId: vendor.userId, now: product.deps.clock.now(), after, limit, bytesMax }
  return inTransaction(product.deps.db, (tx) => undoImportChanges(tx, vendor.vendorId as VendorId, batch))
}

async function undo(jobId: string, limit = 1_000) {
  const sum = { restored: 0, removed: 0, kept: 0 }
  for (let after: string | null = null; ; ) {
    const undone = await undoBatch(jobId, after, limit)
    sum.restored += undone.restored
    sum.removed += undone.removed
    sum.kept += undone.kept
    if (undone.done) return sum
    after = undone.after
  }
}

/** The address book without the times of its changes. */
const book = async () => (await addressBook(product, vendor)).map(({ updatedAt, ...contact }) => contact)
const rows = () =>
  product.deps.db
    .selectFrom('contact')
    .select(['id', 'name_tokens', 'filled_keys', 'profile_cipher'])
    .where('vendor_id', '=', vendor.vendorId as VendorId)
    .orderBy('id')
    .execute()
const audit = (contactId: string) =>
  product.deps.db
    .selectFrom('contact_audit')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('revision')
    .execute()
const find = async (search: string) =>
  (await product.post('/contacts/search', { search }, { token: vendor.token })).body.data

describe('undoing an import', () => {
  test.each(['MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const)(
    'restores the address book: %s',
    async (strategy) => {
      const known = Array.from({ length: 7 }, newMobile)
      await runImport(
        known.map((mobile, i) => ({
          mobile,
          name: `Asha ${i}`,
          labels: ['old', `own ${i}`],
          attributes: { city: 'Pune', tier: 'gold' },
        })),
        newId<'job'>(),
      )
      const before = { book: await book(), rows: await rows() }
      const jobId = newId<'job'>()
      const incoming = [...known.slice(0, 5), ...Array.from({ length: 6 }, newMobile)].map((mobile) => ({
        mobile,
        name: 'A name that is longer',
        labels: ['new'],
        attributes: { city: 'Mumbai' },
      }))
      await runImport(incoming, jobId, strategy)
      expect(await book()).not.toEqual(before.book)
      expect(await undo(jobId, 3)).toEqual({ restored: 5, removed: 6, kept: 0 })
      const sorted = (contacts: { labels: string[] }[]) =>
        contacts.map((contact) => ({ ...contact, labels: [...contact.labels].sort() }))
      expect(sorted(await book())).toEqual(sorted(before.book))
      expect(await rows()).toEqual(before.rows)
      expect(await find('longer')).toEqual([])
      expect(await find('asha')).toHaveLength(7)
    },
  )

  test('keeps contacts that were modified or deleted since', async () => {
    const [existing, edited, deleted, labelled, mergedLater, untouched] = Array.from({ length: 6 }, newMobile)
    await runImport([{ mobile: existing ?? '', name: 'Asha' }], newId<'job'>())
    const jobId = newId<'job'>()
    const numbers = [existing, edited, deleted, labelled, mergedLater, untouched]
    await runImport(
      numbers.map((mobile = '') => ({ mobile, name: 'From the file' })),
      jobId,
    )
    const idOf = async (mobile = '') => (await find(mobile))[0].id
    const options = { token: vendor.token }
    await product.patch(`/contacts/${await idOf(existing)}`, { attributes: { city: 'Pune' } }, options)
    await product.patch(`/contacts/${await idOf(edited)}`, { name: 'By hand' }, options)
    await product.patch(`/contacts/${await idOf(labelled)}`, { labels: ['x'] }, options)
    await product.del(`/contacts/${await idOf(deleted)}`, options)
    await runImport([{ mobile: mergedLater ?? '', name: 'From a later file' }], newId<'job'>())
    expect(await undo(jobId)).toEqual({ restored: 0, removed: 1, kept: 5 })
    expect((await book()).map(({ name }) => name).sort()).toEqual([
      'By hand',
      'From a later file',
      'From the file',
      'From the file',
    ])
  })

  test('reverts several changes of one contact by the same import together', async () => {
    const mobile = newMobile()
    await runImport([{ mobile, name: 'Asha' }], newId<'job'>())
    const jobId = newId<'job'>()
    for (const name of ['Asha R', 'Asha Rao']) await runImport([{ mobile, name }], jobId)
    expect(await undo(jobId)).toEqual({ restored: 1, removed: 0, kept: 0 })
    expect(await book()).toMatchObject([{ name: 'Asha' }])
  })

  test('never reverts a completed batch again, and a second run changes nothing', async () => {
    const existing = Array.from({ length: 4 }, newMobile)
    await runImport(
      existing.map((mobile) => ({ mobile, name: 'A' })),
      newId<'job'>(),
    )
    const jobId = newId<'job'>()
    await runImport(
      existing.map((mobile) => ({ mobile, name: 'Asha' })),
      jobId,
    )
    const first = await undoBatch(jobId, null, 2)
    expect(first).toMatchObject({ restored: 2, done: false })
    expect(await undoBatch(jobId, first.after, 10)).toMatchObject({ restored: 2, kept: 0, done: true })
    const after = await book()
    expect(await undo(jobId)).toEqual({ restored: 0, removed: 0, kept: 4 })
    expect(await book()).toEqual(after)
  })

  test('of many large contacts is done in batches that fit in memory', async () => {
    const existing = Array.from({ length: 6 }, newMobile)
    const large = existing.map((mobile) => ({ mobile, attributes: { large: randomBytes(60_000).toString('base64') } }))
    await runImport(large, newId<'job'>())
    const before = await book()
    const jobId = newId<'job'>()
    const renamed = existing.map((mobile) => ({ mobile, name: 'Asha' }))
    await runImport([...renamed, { mobile: newMobile(), name: 'New' }], jobId)
    const batches: UndoResult[] = []
    for (let after: string | null = null; !batches.at(-1)?.done; after = batches.at(-1)?.after ?? null)
      batches.push(await undoBatch(jobId, after, 100, 200_000))
    expect(batches.map(({ restored }) => restored).filter((count) => count > 0)).toEqual([2, 2, 2])
    expect(batches.reduce((sum, { removed }) => sum + removed, 0)).toBe(1)
    expect(await book()).toEqual(before)
  })

  test('is recorded in the audit log, and erases the personal data of contacts that the import created', async () => {
    const [existing, added] = [newMobile(), newMobile()]
    await runImport([{ mobile: existing, name: 'Asha' }], newId<'job'>())
    const jobId = newId<'job'>()
    await runImport(
      [existing, added].map((mobile) => ({ mobile, name: 'From the file', labels: ['new'] })),
      jobId,
    )
    const addedId = (await find(added))[0].id
    const existingId = (await find(existing))[0].id
    await undo(jobId)
    expect(await audit(addedId)).toMatchObject([
      { action: 'CREATE', before_cipher: null, job_id: jobId },
      { action: 'DELETE', before_cipher: null, job_id: jobId, actor_id: vendor.userId },
    ])
    const [, changed, restored] = await audit(existingId)
    expect(restored).toMatchObject({ action: 'RESTORE', revision: 3, job_id: jobId, labels_after: [] })
    expect(restored?.before_cipher).not.toEqual(changed?.before_cipher)
    expect((await rows()).find(({ id }) => id === existingId)?.profile_cipher).toEqual(changed?.before_cipher)
  })

  test("does not affect another import's or another vendor's contacts", async () => {
    const jobId = newId<'job'>()
    await runImport([{ mobile: newMobile(), name: 'Mine' }], newId<'job'>())
    const other = await newVendor(product)
    await importContacts(product, other.vendorId, [{ mobile: newMobile(), name: 'Theirs' }], { jobId })
    expect(await undo(jobId)).toEqual({ restored: 0, removed: 0, kept: 0 })
    expect(await addressBook(product, other)).toHaveLength(1)
  })
})
