import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../../tests/support/contacts/contacts.ts'
import { raceMappings } from '../../../../tests/support/imports/import-races.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { stagedRowsOf } from '../../../../tests/support/imports/staged-rows.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from '../sql.ts'
import { processOneChunk } from '../stages/process.ts'
import { processImportAgain } from '../stages/process-again.ts'
import { ensureResolved, resolveImport } from '../stages/resolve.ts'
import { ignoreSuperseded } from '../staging/revision.ts'

const RACES = 60
const SEED = 20_961

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let vendorId: VendorId
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductWithoutQueue()
  owner = await newVendor(product)
  vendorId = owner.vendorId as VendorId
  hand = byHand(product, owner, 2)
})

let next = 0
/** Three people with a mobile and an office number each; the third has no office. The last row repeats the first. */
function newFile() {
  const n = 10_000 + 10 * next++
  return csv(
    ['Name', 'Mobile', 'Desk', 'Tags'],
    ['Asha', `98761${n}`, `98762${n}`, 'vip'],
    ['Ben', `98761${n + 1}`, `98762${n + 1}`, ''],
    ['Cleo', `98761${n + 2}`, 'none', ''],
    ['Asha Rao', `98761${n}`, `98762${n + 3}`, 'gold'],
  )
}
const MOBILE = { Name: { field: 'name' }, Mobile: { field: 'phone' } }
const DESK = { Name: { field: 'attribute', attribute: 'person' }, Desk: { field: 'phone' }, Tags: { field: 'labels' } }

const call = (jobId: string, path: string) => product.get(`/contacts/import/${jobId}/${path}`, owner)
const map = (jobId: string, body: unknown) => product.post(`/contacts/import/${jobId}/mapping`, body, owner)
const mobileReview = () =>
  hand.toReview(newFile(), { fields: { defaultCountry: 'IN', mapping: JSON.stringify({ columns: MOBILE }) } })
async function workToReview(jobId: string) {
  await hand.processAgain(jobId)
  await hand.processAll(jobId)
  await hand.resolve(jobId)
}

describe('a mapping that is sent during the review', () => {
  test('ends the repairs and the plan that were made with the earlier one', async () => {
    const jobId = await mobileReview()
    const repair = (cells: object) => product.patch(`/contacts/import/${jobId}/rows/3`, { cells }, owner)
    const exclude = () => product.post(`/contacts/import/${jobId}/rows/exclude`, { rowIndexes: [2] }, owner)
    expect((await repair({ Name: 'Benjamin' })).body).toMatchObject({ isRepaired: true })
    expect((await exclude()).body).toEqual({ changedRows: 1 })
    const { planHash } = (await call(jobId, 'status')).body
    expect((await map(jobId, { columns: DESK })).status).toBe(202)
    for (const answer of [await repair({ Name: 'Ben' }), await exclude(), await call(jobId, 'rows')])
      expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'MAPPING_CONFIRMED' } })
    await workToReview(jobId)

    const { body: rows } = await call(jobId, 'rows')
    expect(rows.data).toMatchObject([
      { rowIndex: 2, status: 'valid', isRepaired: false },
      { rowIndex: 3, isRepaired: false, cells: { Name: 'Ben' } },
      { rowIndex: 4, status: 'failed' },
      { rowIndex: 5 },
    ])
    expect((await call(jobId, 'status')).body.stats).toMatchObject({ validRows: 3, invalidRows: 1, excludedRows: 0 })
    expect(await product.post(`/contacts/import/${jobId}/confirm`, { planHash }, owner)).toMatchObject({
      status: 409,
      body: { code: 'PLAN_CHANGED', changedContacts: 3 },
    })
    // The first mapping again is the file as it was uploaded, not as it was repaired.
    await map(jobId, { columns: MOBILE })
    await workToReview(jobId)
    expect((await call(jobId, 'rows')).body.data).toMatchObject([
      { status: 'valid' },
      { cells: { Name: 'Ben' }, isRepaired: false },
      { status: 'valid' },
      { status: 'warning' },
    ])
  })

  test('replaces all rows, counts and warnings, and the import continues as if it had been the first', async () => {
    const jobId = await mobileReview()
    expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({
      validRows: 4,
      valid: 3,
      warningRows: 1,
    })
    expect(await map(jobId, { columns: DESK, labels: ['New'], mergeStrategy: 'UPDATE_METADATA' })).toMatchObject({
      status: 202,
      body: { jobId, status: 'MAPPING_CONFIRMED' },
    })
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'MAPPING_CONFIRMED',
      needsAction: false,
      progress: 4,
      stats: { totalRows: 4, processedRows: 0, validRows: 0, invalidRows: 0, warningRows: 0, valid: 0 },
    })
    for (const path of ['preview', 'reports/errors', 'reports/warnings'])
      expect(await call(jobId, path), path).toMatchObject({
        status: 409,
        body: { code: 'INVALID_STATE', currentStatus: 'MAPPING_CONFIRMED' },
      })

    await workToReview(jobId)
    const status = await statusOf(product, owner.token, jobId)
    expect(status).toMatchObject({
      status: 'PENDING_REVIEW',
      stats: { validRows: 3, invalidRows: 1, warningRows: 0, valid: 3 },
    })
    expect(status.history.map((entry: { status: string }) => entry.status).slice(4)).toEqual(
      'MAPPING_CONFIRMED QUEUED PROCESSING PENDING_REVIEW MAPPING_CONFIRMED QUEUED PROCESSING PENDING_REVIEW'.split(
        ' ',
      ),
    )
    expect((await call(jobId, 'reports/errors?format=simple')).body).toBe('row,error\r\n4,malformed number\r\n')
    await hand.confirmAndPersist(jobId)
    const book = await addressBook(product, owner)
    expect(book.map(({ mobile, name, attributes, labels }) => [mobile.slice(0, 7), name, attributes, labels])).toEqual([
      ['9198762', '', { person: 'Asha' }, ['New', 'vip']],
      ['9198762', '', { person: 'Ben' }, ['New']],
      ['9198762', '', { person: 'Asha Rao' }, ['New', 'gold']],
    ])
  })

  test('may be sent again and again; the last one counts', async () => {
    const jobId = await mobileReview()
    const first = await stagedRowsOf(product, jobId)
    for (const columns of [DESK, MOBILE, DESK, MOBILE]) {
      expect((await map(jobId, { columns })).status).toBe(202)
      await workToReview(jobId)
    }
    expect(await stagedRowsOf(product, jobId)).toEqual(first)
  })

  test('that does not fit the file is refused, and the review is unaffected', async () => {
    const jobId = await mobileReview()
    const before = await stagedRowsOf(product, jobId)
    expect(await map(jobId, { columns: { Nope: { field: 'phone' } } })).toMatchObject({ status: 400 })
    expect(await map(jobId, { columns: { Name: { field: 'name' } } })).toMatchObject({ status: 422 })
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({ status: 'PENDING_REVIEW' })
    expect(await stagedRowsOf(product, jobId)).toEqual(before)
  })

  test('is refused once the import is confirmed, and after its end', async () => {
    const jobId = await mobileReview()
    expect((await hand.confirm(jobId)).status).toBe(202)
    const refused = (currentStatus: string) => ({ status: 409, body: { code: 'INVALID_STATE', currentStatus } })
    expect(await map(jobId, { columns: DESK })).toMatchObject(refused('PERSISTING'))
    await hand.persistAll(jobId)
    expect(await map(jobId, { columns: DESK })).toMatchObject(refused('COMPLETED'))
  })
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Dependencies whose threads return only when they are released; the lock of staging is not respected. */
function delayed() {
  const started = gate()
  const released = gate()
  const threads = {
    ...product.deps.threads,
    run: async (...task: Parameters<Deps['threads']['run']>) => {
      const result = await product.deps.threads.run(...task)
      started.open()
      await released.opened
      return result
    },
  } as Deps['threads']
  const lock = {
    tryWith: async (_key: string, _seconds: number, work: () => Promise<unknown>) => ({
      busy: false,
      result: await work(),
    }),
  }
  return {
    deps: { ...product.deps, threads, lock: lock as Deps['lock'] },
    started: started.opened,
    release: released.open,
  }
}

describe('work that began under an earlier mapping writes nothing into the new one', () => {
  const afterwards = async (jobId: string) => ({
    rows: await stagedRowsOf(product, jobId),
    job: await sql.findJob(product.deps.db, vendorId, jobId),
    chunks: await hand.chunks(jobId),
  })

  test('a chunk that two runners evaluate', async () => {
    const jobId = await hand.uploadAndRead(newFile(), {
      fields: { defaultCountry: 'IN', mapping: JSON.stringify({ columns: MOBILE }) },
    })
    const [firstRow = 0, otherRow = 0] = await hand.inStates(jobId, 'STORED')
    const late = delayed()
    const working = processOneChunk(late.deps, vendorId, { jobId, firstRow })
    await late.started
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    expect((await map(jobId, { columns: DESK })).status).toBe(202)
    await hand.processAgain(jobId)
    await hand.processChunk(jobId, otherRow)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({ status: 'PROCESSING' })
    late.release()
    await working
    expect(await hand.inStates(jobId, 'STORED')).toEqual([firstRow])
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    expect((await call(jobId, 'preview')).body).toMatchObject({ totalValid: 3, totalErrors: 1 })
  })

  test.each([
    ['the preview', (deps: Deps, job: sql.JobRow) => ensureResolved(deps, vendorId, job)],
    [
      'the preview with another strategy',
      (deps: Deps, job: sql.JobRow) => ensureResolved(deps, vendorId, { ...job, merge_strategy: 'FULL_REPLACE' }),
    ],
  ])('a worker that computes %s', async (_, compute) => {
    const jobId = await mobileReview()
    const job = (await sql.findJob(product.deps.db, vendorId, jobId)) as sql.JobRow
    const late = delayed()
    const working = Promise.resolve(compute(late.deps, { ...job, resolved_strategy: null })).catch(ignoreSuperseded)
    await late.started
    expect((await map(jobId, { columns: DESK })).status).toBe(202)
    await workToReview(jobId)
    const before = await afterwards(jobId)
    late.release()
    await working
    expect(await afterwards(jobId)).toEqual(before)
  })

  test('a worker that would compute the preview before the rows of the new mapping are processed', async () => {
    const jobId = await mobileReview()
    expect((await map(jobId, { columns: DESK })).status).toBe(202)
    const job = (await sql.findJob(product.deps.db, vendorId, jobId)) as sql.JobRow
    await expect(ensureResolved(product.deps, vendorId, job)).rejects.toThrow()
    await resolveImport(product.deps, vendorId, { jobId, revision: 1 })
    await processImportAgain(product.deps, vendorId, { jobId, revision: 1 })
    expect((await statusOf(product, owner.token, jobId)).status).toBe('MAPPING_CONFIRMED')
    await workToReview(jobId)
    const before = await afterwards(jobId)
    await processImportAgain(product.deps, vendorId, { jobId, revision: 2 })
    expect(await afterwards(jobId)).toEqual(before)
  })
})

describe('mapping, confirm and cancel', { timeout: FAULT_RUN_MS }, () => {
  test(`${RACES} races (seed ${SEED}) with each other and with the workers: one wins, and the rows are those of one mapping`, async () => {
    const outcomes = new Set<string>()
    await inLanes(product, SEED, RACES, async (racer, random) => {
      outcomes.add(await raceMappings(product, racer, random))
    })
    expect(outcomes.size).toBeGreaterThan(2)
  })
})
