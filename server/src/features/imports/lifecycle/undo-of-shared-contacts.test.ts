import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressBook, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { recordInbound } from '../../conversations/inbound.sql.ts'
import { undoImportJob } from './undo.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
})
beforeEach(async () => {
  owner = await newVendor(product)
  hand = byHand(product, owner)
})

const newMobile = numbersFrom(30_000_000)
let files = 0
/** Each file differs from the others, so that none is a duplicate. */
async function importFile(rows: string[][], fields: Record<string, string> = {}) {
  const header = ['Name', 'Phone', `File ${++files}`]
  const jobId = await hand.toReview(csv(header, ...rows.map(([name = '', mobile]) => [name, `+${mobile}`, ''])), {
    fields,
  })
  await hand.confirmAndPersist(jobId)
  return jobId
}
async function undo(jobId: string) {
  expect((await product.post(`/contacts/import/${jobId}/undo`, undefined, owner)).status).toBe(202)
  await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId })
  const { restored, removed, kept } = (await statusOf(product, owner.token, jobId)).undo
  return { restored, removed, kept }
}
const names = async () => (await addressBook(product, owner)).map(({ name }) => name)
const idOf = async (mobile: string): Promise<string> =>
  (await addressBook(product, owner)).find((contact) => contact.mobile === mobile).id

test('undoing an import takes its contacts off the list it put them on, unless they were on it or were put there again', async () => {
  const [onIt, again, twice, only] = [newMobile(), newMobile(), newMobile(), newMobile()]
  const listName = 'VIP'
  const people = (...mobiles: string[]) => mobiles.map((mobile) => ['', mobile])
  await importFile(people(onIt, again, twice, only))
  await importFile(people(onIt), { listName })
  const wrong = await importFile(people(onIt, again, twice, only), { listName })
  const [list] = (await product.get('/contact-lists', owner)).body.data
  await importFile(people(twice), { listName })
  const add = { contactIds: [await idOf(again)] }
  expect((await product.post(`/contact-lists/${list.id}/contacts`, add, owner)).status).toBeLessThan(300)
  await undo(wrong)
  const { data } = (await product.get(`/contacts?listId=${list.id}`, owner)).body
  expect(data.map(({ e164 }: { e164: string }) => e164.slice(1)).sort()).toEqual([onIt, again, twice].sort())
  expect(await names()).toHaveLength(4)
})

describe('undoing an import keeps a contact that it created', () => {
  test.each(['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA'])(
    'and that a later import contains, until that one is undone, too (%s)',
    async (mergeStrategy) => {
      const [only, both] = [newMobile(), newMobile()]
      const first = await importFile([
        ['Asha', only],
        ['Ben', both],
      ])
      const second = await importFile([['Ben', both]], { mergeStrategy })
      expect(await undo(first)).toEqual({ restored: 0, removed: 1, kept: 1 })
      expect(await names()).toEqual(['Ben'])
      expect(await undo(second)).toEqual({ restored: 0, removed: 0, kept: 0 })
    },
  )

  test('not if the later import was undone before', async () => {
    const mobile = newMobile()
    const first = await importFile([['Asha', mobile]])
    const second = await importFile([['Asha', mobile]])
    await undo(second)
    expect(await undo(first)).toEqual({ restored: 0, removed: 1, kept: 0 })
  })

  test('as long as one of several later imports contains it', async () => {
    const mobile = newMobile()
    const first = await importFile([['Asha', mobile]])
    await importFile([['Asha', mobile]])
    const third = await importFile([['Asha', mobile]])
    await undo(third)
    expect(await undo(first)).toEqual({ restored: 0, removed: 0, kept: 1 })
  })

  test('and that has written to the vendor since', async () => {
    const [silent, writer] = [newMobile(), newMobile()]
    const jobId = await importFile([
      ['Asha', silent],
      ['Ben', writer],
    ])
    const id = await idOf(writer)
    await inTransaction(product.deps.db, (tx) =>
      recordInbound(tx, owner.vendorId as VendorId, id, product.deps.clock.now()),
    )
    expect(await undo(jobId)).toEqual({ restored: 0, removed: 1, kept: 1 })
    expect(await names()).toEqual(['Ben'])
  })

  test('and that somebody has put on a list since; the list of the import itself does not count', async () => {
    const [plain, listed] = [newMobile(), newMobile()]
    const jobId = await importFile(
      [
        ['Asha', plain],
        ['Ben', listed],
      ],
      { listName: 'Of the import' },
    )
    await product.advance(1)
    await product.post('/contact-lists', { name: 'Board', contactIds: [await idOf(listed)] }, owner)
    expect(await undo(jobId)).toEqual({ restored: 0, removed: 1, kept: 1 })
    expect(await names()).toEqual(['Ben'])
  })
})

test('undoing an import keeps what it changed if a later import states the same, and restores it after one that skips it', async () => {
  const [stated, skipped] = [newMobile(), newMobile()]
  for (const mobile of [stated, skipped]) await product.post('/contacts/bulk', [{ mobile, name: 'Ash' }], owner)
  const update = { mergeStrategy: 'UPDATE_METADATA' }
  const first = await importFile(
    [
      ['Asha Rao', stated],
      ['Asha Rao', skipped],
    ],
    update,
  )
  await importFile([['Asha Rao', stated]], update)
  await importFile([['Asha Rao', skipped]], { mergeStrategy: 'SKIP_DUPLICATES' })
  expect(await undo(first)).toEqual({ restored: 1, removed: 0, kept: 1 })
  expect(await names()).toEqual(['Asha Rao', 'Ash'])
})
