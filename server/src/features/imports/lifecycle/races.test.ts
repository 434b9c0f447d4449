import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook, importContacts } from '../../../../tests/support/contacts/contacts.ts'
import { raceConfirmAndCancel, raceConfirmations } from '../../../../tests/support/imports/import-races.ts'
import { csv, statusOf, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { newId } from '../../../platform/ids.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { undoImportJob } from './undo.ts'

const RACES = 500
const SEED = 20_261

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductWithoutQueue()
  owner = await newVendor(product)
  hand = byHand(product, owner, 2)
})

const cancel = (jobId: string) => product.post(`/contacts/import/${jobId}/cancel`, undefined, owner)
const file = (...numbers: number[]) => csv(['Phone'], ...numbers.map((n) => [`98${71_000_000 + n}`]))

describe('confirm and cancel', { timeout: FAULT_RUN_MS }, () => {
  test(`${RACES} races (seed ${SEED}) with each other and with the workers: one wins, and after CANCELLED nothing is added`, async () => {
    const outcomes = new Set<string>()
    await inLanes(product, SEED, RACES, async (racer, random) => {
      outcomes.add(await raceConfirmAndCancel(product, racer, random))
    })
    expect(outcomes.size).toBeGreaterThan(1)
  })

  test('50 concurrent confirmations, five times: one succeeds, the others are 409, and contacts are written once', async () => {
    for (let round = 0; round < 5; round++) await raceConfirmations(product, owner, 50)
  })

  test('a confirmation outside the review is 409 with the state; its key can be used again', async () => {
    const jobId = await hand.uploadAndRead(file(100))
    const headers = { 'idempotency-key': 'confirm-once' }
    const confirm = () => product.post(`/contacts/import/${jobId}/confirm`, undefined, { token: owner.token, headers })
    expect(await confirm()).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'QUEUED' } })
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    const first = await confirm()
    expect(first.status).toBe(202)
    expect(await confirm()).toMatchObject({
      status: 202,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    })
  })
})

describe('contacts that are created after the preview called them new', () => {
  test('are merged and counted, and the rest of their chunk is created', async () => {
    const vendor = await newVendor(product)
    const here = byHand(product, vendor, 2)
    const jobId = await here.toReview(file(150, 151, 152), { fields: { labels: 'Gold' } })
    expect((await here.confirm(jobId)).status).toBe(202)
    await importContacts(product, vendor.vendorId, [{ mobile: '919871000151', name: 'Asha' }], {
      jobId: newId<'job'>(),
    })
    await here.persistAll(jobId)
    expect(await statusOf(product, vendor.token, jobId)).toMatchObject({
      status: 'COMPLETED',
      result: { created: 2, merged: 1, changedSincePreview: 1 },
    })
    const book = await addressBook(product, vendor)
    expect(book.map(({ name, labels }) => [name, labels])).toEqual([
      ['', ['Gold']],
      ['Asha', ['Gold']],
      ['', ['Gold']],
    ])
  })
})

describe('cancel', () => {
  /** Brings a job into each active state; states within a step are caught half-way. */
  const ways: Record<string, (jobId: string) => Promise<unknown>> = {
    UPLOADED: async () => {},
    SCANNING: (jobId) => hand.scan(jobId),
    AWAITING_MAPPING: async (jobId) => {
      await hand.scan(jobId)
      await hand.read(jobId)
    },
    QUEUED: async (jobId) => {
      await ways['AWAITING_MAPPING']?.(jobId)
      const columns = { Phone: { field: 'phone' } }
      await product.post(`/contacts/import/${jobId}/mapping`, { columns }, owner)
    },
    PROCESSING: async (jobId) => {
      await ways['QUEUED']?.(jobId)
      await hand.processChunk(jobId, 2)
    },
    PENDING_REVIEW: async (jobId) => {
      await ways['QUEUED']?.(jobId)
      await hand.processAll(jobId)
      await hand.resolve(jobId)
    },
    PERSISTING: async (jobId) => {
      await ways['PENDING_REVIEW']?.(jobId)
      await hand.confirm(jobId)
      await hand.beginPersisting(jobId)
      await hand.persistChunk(jobId, 2)
    },
  }
  let n = 200

  test.each(Object.keys(ways))('in %s ends the job for good: whatever still runs changes nothing', async (state) => {
    const content = file(...Array.from({ length: 6 }, () => n++))
    const { body } = await upload(product, content, { token: owner.token, fields: { autoMap: 'false' } })
    const { jobId } = body
    await ways[state]?.(jobId)
    expect((await statusOf(product, owner.token, jobId)).status).toBe(state)
    const answer = await cancel(jobId)
    expect(answer).toMatchObject({ status: 201, body: { status: 'CANCELLED', message: expect.any(String) } })
    let before = await statusOf(product, owner.token, jobId)
    expect(before).toMatchObject({ status: 'CANCELLED', terminal: true, needsAction: false })
    expect(before.history.at(-1).status).toBe('CANCELLED')
    if (state === 'PERSISTING') {
      expect(before).toMatchObject({ result: { created: 2 }, undo: { state: 'RUNNING' } })
      await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId })
      before = await statusOf(product, owner.token, jobId)
      expect(before.undo).toEqual({ state: 'DONE', restored: 0, removed: 2, kept: 0 })
    } else expect(before).not.toHaveProperty('undo')

    await hand.scan(jobId)
    await hand.read(jobId)
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    await hand.persistAll(jobId)
    expect(await statusOf(product, owner.token, jobId)).toEqual(before)
    for (const action of ['confirm', 'cancel', 'undo'])
      expect(await product.post(`/contacts/import/${jobId}/${action}`, undefined, owner)).toMatchObject({
        status: 409,
        body: { code: 'INVALID_STATE', currentStatus: 'CANCELLED' },
      })
    expect((await upload(product, content, owner)).status).toBe(202)
  })

  test('in PERSISTING delays the next import of the file until everything is taken back', async () => {
    const content = file(n++, n++, n++)
    const { body } = await upload(product, content, { token: owner.token, fields: { autoMap: 'false' } })
    await ways['PERSISTING']?.(body.jobId)
    await cancel(body.jobId)
    const again = await hand.toReview(content)
    expect((await hand.confirm(again)).status).toBe(202)
    await expect(hand.beginPersisting(again)).rejects.toBeInstanceOf(RetryLater)
    await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId: body.jobId })
    await hand.persistAll(again)
    expect(await statusOf(product, owner.token, again)).toMatchObject({ status: 'COMPLETED', result: { created: 3 } })
  })
})
