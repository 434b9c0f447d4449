import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../../tests/support/contacts/contacts.ts'
import { csv, statusOf, upload, withoutInstants } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { undoImportJob } from './undo.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let token: string
let hand: ReturnType<typeof byHand>

beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  token = owner.token
  hand = byHand(product, owner, 10)
})

const undo = (jobId: string) => product.post(`/contacts/import/${jobId}/undo`, undefined, { token })
/** In batches of a few contacts, as those of a large import. */
const runUndo = (jobId: string) => undoImportJob(product.deps, owner.vendorId as VendorId, { jobId }, 7)
const book = async () => (await addressBook(product, owner)).map(withoutInstants)
const find = async (number: string) =>
  (await product.post('/contacts/search', { search: number }, { token })).body.data[0]

describe('undoing an import', () => {
  const numbers = Array.from({ length: 30 }, (_, i) => `98765500${10 + i}`)
  let file: string

  test('reverts what it changed and was not modified since, and keeps the rest', async () => {
    const contacts = numbers
      .slice(0, 10)
      .map((number, i) => ({ mobile: `91${number}`, name: `Old ${i}`, labels: ['old'], attributes: { City: 'Pune' } }))
    await product.post('/contacts/bulk', { contacts }, { token })
    const before = await book()
    file = csv(['Name', 'Phone', 'Tags', 'City'], ...numbers.map((n, i) => [`New name ${i}`, n, 'new', 'Goa']), [
      'Bad',
      '12',
    ])
    const jobId = await hand.toReview(file, { fields: { mergeStrategy: 'UPDATE_METADATA' } })
    expect(await undo(jobId)).toMatchObject({ status: 409, body: { currentStatus: 'PENDING_REVIEW' } })
    await hand.confirmAndPersist(jobId)
    expect(await statusOf(product, token, jobId)).not.toHaveProperty('undo')
    expect(await book()).toHaveLength(30)

    const [changed, made, gone] = [numbers[0], numbers[20], numbers[21]] as [string, string, string]
    await product.patch(`/contacts/${(await find(changed)).id}`, { name: 'By a person' }, { token })
    await product.patch(`/contacts/${(await find(made)).id}`, { labels: ['kept'] }, { token })
    await product.del(`/contacts/${(await find(gone)).id}`, { token })

    const answer = await undo(jobId)
    expect(answer).toMatchObject({ status: 202, body: { jobId, undo: { state: 'RUNNING' } } })
    expect(await statusOf(product, token, jobId)).toMatchObject({
      status: 'PARTIAL_SUCCESS',
      undo: { state: 'RUNNING' },
    })
    await runUndo(jobId)
    const undone = { state: 'DONE', restored: 9, removed: 18, kept: 3 }
    expect((await statusOf(product, token, jobId)).undo).toEqual(undone)
    const kept = [
      expect.objectContaining({ mobile: `91${changed}`, name: 'By a person', labels: ['old', 'new'] }),
      expect.objectContaining({ mobile: `91${made}`, name: 'New name 20', labels: ['kept'] }),
    ]
    expect(await book()).toEqual([kept[0], ...before.slice(1), kept[1]])

    await runUndo(jobId)
    expect((await statusOf(product, token, jobId)).undo).toEqual(undone)
    expect(await undo(jobId)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test('allows the same file to be imported again', async () => {
    const again = await upload(product, file, { token })
    expect(again.status).toBe(202)
    expect((await upload(product, file, { token })).body).toMatchObject({
      code: 'DUPLICATE_FILE',
      existingJobId: again.body.jobId,
    })
  })

  test('of concurrent requests one succeeds', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876551001']))
    await hand.confirmAndPersist(jobId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(jobId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)])
  })

  test('does not change a contact that the import left unchanged', async () => {
    await product.post('/contacts', { mobile: '+919876551011', name: 'Asha' }, { token })
    const jobId = await hand.toReview(csv(['Phone'], ['9876551011'], ['9876551012']))
    await hand.confirmAndPersist(jobId)
    await undo(jobId)
    await runUndo(jobId)
    expect((await statusOf(product, token, jobId)).undo).toMatchObject({ restored: 0, removed: 1, kept: 0 })
    expect(await find('9876551011')).toMatchObject({ name: 'Asha' })
  })
})
