import { beforeAll, describe, expect, test } from 'vitest'
import { repairEqualsUpload, reviewOf } from '../../../../tests/support/imports/import-repairs.ts'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { REVIEW_VERBS, type ReviewVerb, raceReview } from '../../../../tests/support/imports/review-races.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { newId } from '../../../platform/ids.ts'
import { findJob, type JobRow } from '../sql.ts'
import type { Edit } from './affected-chunks.ts'
import { editRows } from './edit-rows.ts'

/** The long test runs many more. */
const FILES = 5
const SEED = 20_267

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductWithoutQueue()
  owner = await newVendor(product)
  hand = byHand(product, owner, 3)
})

const apiOf = (jobId: string, { token } = owner) => ({
  get: (path: string) => product.get(`/contacts/import/${jobId}${path}`, { token }),
  patch: (row: number | string, cells: unknown) =>
    product.patch(`/contacts/import/${jobId}/rows/${row}`, { cells }, { token }),
  post: (verb: string, body: unknown, headers = {}) =>
    product.post(`/contacts/import/${jobId}/rows/${verb}`, body, { token, headers }),
})
const HEAD = ['Name', 'Phone', 'City']
let next = 10
const newNumber = () => `98765${50_000 + next++}`

describe('repairs', () => {
  test(
    `of ${FILES} files in random steps (seed ${SEED}) equal an upload of the right file`,
    { timeout: FAULT_RUN_MS },
    () => inLanes(product, SEED, FILES, (vendor, random) => repairEqualsUpload(product, vendor, random)),
  )

  test('a failed row is corrected in place: the answer is its new outcome, and everything follows', async () => {
    const [known, other] = [newNumber(), newNumber()]
    const jobId = await hand.toReview(csv(HEAD, ['Asha', known, 'Pune'], ['Ben', '12', ''], ['Cara', other, '']))
    const api = apiOf(jobId)
    const { status, body } = await api.patch(3, { Phone: `+91${known}`, City: 'Goa' })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        rowIndex: 3,
        status: 'warning',
        isRepaired: true,
        cells: { Name: 'Ben', Phone: `+91${known}`, City: 'Goa' },
        reason: null,
        warnings: ['duplicate contact (row 2)'],
        contacts: [
          {
            e164: `+91${known}`,
            countryCode: 'IN',
            countrySource: 'EXPLICIT',
            name: 'Ben',
            labels: [],
            attributes: { City: 'Goa' },
            action: 'CREATE',
          },
        ],
      },
    })
    expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({
      validRows: 3,
      invalidRows: 0,
      valid: 2,
    })
    expect((await api.get('/reports/errors')).body.split('\r\n')).toHaveLength(2)
    expect((await api.get('/preview')).body).toMatchObject({ totalValid: 2, totalErrors: 0 })
    // Back to the cells of the file, nothing is left of the repair.
    const back = (await api.patch(3, { Phone: '12', City: '' })).body
    expect(back).toMatchObject({ status: 'failed', isRepaired: false, reason: 'invalid digit count', contacts: [] })
  })

  test('excluded rows are not imported and can be taken back in', async () => {
    const jobId = await hand.toReview(csv(HEAD, ['A', newNumber(), ''], ['B', newNumber(), ''], ['C', '12', '']))
    const api = apiOf(jobId)
    expect((await api.post('exclude', { rowIndexes: [2, 4, 4] })).body).toEqual({ changedRows: 2 })
    expect((await api.post('exclude', { rowIndexes: [2] })).body).toEqual({ changedRows: 0 })
    const stats = { totalRows: 1, processedRows: 1, validRows: 1, invalidRows: 0, excludedRows: 2, valid: 1 }
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({ progress: 60, stats })
    expect((await api.get('/rows?status=excluded')).body).toMatchObject({
      data: [{ rowIndex: 2, cells: { Name: 'A' }, contacts: [] }, { rowIndex: 4 }],
      total: 2,
    })
    expect((await api.post('include', { rowIndexes: [4] })).body).toEqual({ changedRows: 1 })
    await hand.confirmAndPersist(jobId)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'PARTIAL_SUCCESS',
      stats: { totalRows: 2, processedRows: 2, validRows: 1, invalidRows: 1, excludedRows: 1 },
      result: { created: 1 },
    })
  })

  test('find and replace changes occurrences, whole cells or empty cells of one column, once per idempotency key', async () => {
    const rows = Array.from({ length: 250 }, () => ['IN IN', newNumber(), 'IN'])
    const jobId = await byHand(product, owner, 100).toReview(csv(HEAD, ...rows, ['IN', newNumber(), '']))
    const api = apiOf(jobId)
    const before = await reviewOf(product, owner, jobId)
    const replace = (body: object, headers = {}) => api.post('replace', { column: 'Name', ...body }, headers)
    expect((await replace({ find: 'IN', replace: 'x', wholeCell: true })).body).toMatchObject({ changedRows: 1 })
    expect((await replace({ column: 'City', find: '', replace: 'y' })).body).toMatchObject({ changedRows: 1 })
    expect((await replace({ find: 'Nobody', replace: 'x' })).body).toEqual({ changedRows: 0, replacementId: null })
    const headers = { 'idempotency-key': 'replace-once' }
    const answers = [await replace({ find: 'IN', replace: 'IN!' }, headers)]
    answers.push(await replace({ find: 'IN', replace: 'IN!' }, headers))
    expect(answers[0]?.body).toEqual({ changedRows: 250, replacementId: expect.any(String) })
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const { data } = (await api.get('/rows?fromRow=251')).body
    expect(data.map(({ cells }: { cells: object }) => Object.values(cells))).toEqual([
      ['IN! IN!', rows[249]?.[1], 'IN'],
      ['x', expect.any(String), 'y'],
    ])
    await replace({ find: 'IN!', replace: 'IN' })
    await replace({ find: 'x', replace: 'IN' })
    await replace({ column: 'City', find: 'y', replace: '' })
    expect(await reviewOf(product, owner, jobId)).toEqual(before)
  })

  test('a replacement is undone, except for cells that were changed again, until the columns are mapped again', async () => {
    const rows = ['Pune', 'Pune East', 'Goa', 'Pune'].map((city, i) => [`P${i}`, newNumber(), city])
    const jobId = await hand.toReview(csv(HEAD, ...rows))
    const api = apiOf(jobId)
    await api.patch(3, { City: 'Pune North' })
    const before = await reviewOf(product, owner, jobId)
    const { replacementId } = (await api.post('replace', { column: 'City', find: 'Pune', replace: 'Poona' })).body
    const undo = (token = owner) => apiOf(jobId, token).post(`replace/${replacementId}/undo`, {})
    expect((await undo(await newVendor(product))).status).toBe(404)
    expect((await api.post('replace/01900000-0000-7000-8000-000000000000/undo', {})).status).toBe(404)
    expect((await undo()).body).toEqual({ changedRows: 3 })
    expect(await reviewOf(product, owner, jobId)).toEqual(before)
    expect((await undo()).body).toEqual({ changedRows: 0 })

    const second = (await api.post('replace', { column: 'City', find: 'Pune', replace: 'Poona' })).body.replacementId
    await api.patch(2, { City: 'Delhi' })
    expect((await api.post(`replace/${second}/undo`, {})).body).toEqual({ changedRows: 2 })
    const { data } = (await api.get('/rows')).body
    const cities = data.map(({ cells }: { cells: { City: string } }) => cells.City)
    expect(cities).toEqual(['Delhi', 'Pune North', 'Goa', 'Pune'])
    const remap = { columns: { Phone: { field: 'phone' } } }
    expect((await product.post(`/contacts/import/${jobId}/mapping`, remap, owner)).status).toBe(202)
    expect((await api.post(`replace/${second}/undo`, {})).status).toBe(409)
    await hand.processAgain(jobId)
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    expect((await api.post(`replace/${second}/undo`, {})).status).toBe(404)
  })

  test('of more rows than are changed one by one give the same preview', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => [`P${i % 3}`, i % 4 ? newNumber() : '9876500000', 'Pune'])
    const small = await hand.toReview(csv(HEAD, ...rows))
    const large = await hand.toReview(csv(HEAD, ...rows, ['x']))
    const vendorId = owner.vendorId as VendorId
    const edit = async (jobId: string, change: Edit, rowsMax?: number) =>
      editRows(
        product.deps,
        vendorId,
        (await findJob(product.deps.db, vendorId, jobId)) as JobRow,
        change,
        undefined,
        rowsMax,
      )
    const inPhones = { column: 1, find: '98765', replace: '98766', wholeCell: false, replacementId: newId() }
    const edits: Edit[] = [
      { kind: 'exclude', rowIndexes: new Set([2, 3, 9, 10, 20]) },
      { kind: 'replace', ...inPhones },
      { kind: 'include', rowIndexes: new Set([2, 9]) },
    ]
    for (const change of edits) expect(await edit(large, change, 1)).toBe(await edit(small, change))
    await edit(large, { kind: 'exclude', rowIndexes: new Set([32]) })
    expect(await reviewOf(product, owner, large)).toEqual(await reviewOf(product, owner, small))
  })

  test('are refused for unknown rows and columns, oversized cells, outside the review and for other vendors', async () => {
    const file = csv(HEAD, ['A', newNumber(), ''], ['', '', ''], ['B', newNumber(), ''])
    const jobId = await hand.toReview(file)
    const api = apiOf(jobId)
    const before = await reviewOf(product, owner, jobId)
    const refusals: [number, Promise<{ status: number }>][] = [
      [404, api.patch(3, { Name: 'x' })],
      [404, api.patch(5, { Name: 'x' })],
      [404, api.patch('x', { Name: 'x' })],
      [404, apiOf(jobId, await newVendor(product)).patch(2, { Name: 'x' })],
      [400, api.patch(2, { Nobody: 'x' })],
      [400, api.patch(2, {})],
      [400, api.patch(2, { Name: 7 })],
      [400, api.patch(2, { Name: 'x'.repeat(32 * 1024 + 1) })],
      [400, api.post('exclude', { rowIndexes: [2, 3] })],
      [400, api.post('include', { rowIndexes: [] })],
      [400, api.post('replace', { column: 'Nobody', find: 'a', replace: 'b' })],
      [400, api.post('replace', { column: 'Name', find: 'A', replace: 'x'.repeat(32 * 1024 + 1) })],
    ]
    for (const [expected, answer] of refusals) expect((await answer).status).toBe(expected)
    expect(await reviewOf(product, owner, jobId)).toEqual(before)
    await hand.confirm(jobId)
    expect(await api.patch(2, { Name: 'x' })).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await api.get('/rows')).status).toBe(409)
  })
})

describe('a plan', () => {
  const planOf = async (jobId: string): Promise<string> => (await statusOf(product, owner.token, jobId)).planHash
  const confirm = (jobId: string, planHash?: string) =>
    product.post(`/contacts/import/${jobId}/confirm`, { planHash }, owner)
  const contact = (mobile: string, name: string) =>
    product.post('/contacts/bulk', { contacts: [{ mobile: `91${mobile}`, name }] }, owner)
  const toReview = (...numbers: string[]) =>
    hand.toReview(csv(['Name', 'Phone'], ...numbers.map((number) => ['Asha', number])), {
      fields: { mergeStrategy: 'UPDATE_METADATA' },
    })

  test('is shown by status and preview during the review, and is confirmed as long as nothing changes', async () => {
    const [number, stranger] = [newNumber(), newNumber()]
    await contact(number, 'A')
    const jobId = await toReview(number, newNumber())
    const planHash = await planOf(jobId)
    expect(planHash).toMatch(/^[0-9a-f]{64}$/)
    expect((await product.get(`/contacts/import/${jobId}/preview`, owner)).body.planHash).toBe(planHash)
    await contact(stranger, 'Somebody who is not in the file')
    expect(await planOf(jobId)).toBe(planHash)
    expect((await confirm(jobId, planHash)).status).toBe(202)
    expect(await planOf(jobId)).toBeUndefined()
  })

  test('is refused with the number of changed contacts once contacts of the file were created, changed or deleted', async () => {
    const [created, changed, deleted, same] = [newNumber(), newNumber(), newNumber(), newNumber()]
    for (const number of [changed, deleted, same]) await contact(number, 'A')
    const jobId = await toReview(created, changed, deleted, same)
    let planHash = await planOf(jobId)
    const steps = [
      () => contact(created, 'B'),
      () => contact(changed, 'A longer name than in the file'),
      async () => {
        const { body } = await product.post('/contacts/search', { search: deleted }, owner)
        return product.del(`/contacts/${body.data[0].id}`, owner)
      },
    ]
    const first = planHash
    for (const step of steps) {
      await step()
      const refused = await confirm(jobId, planHash)
      expect(refused).toMatchObject({ status: 409, body: { code: 'PLAN_CHANGED', changedContacts: 1 } })
      planHash = refused.body.planHash
      expect(await planOf(jobId)).toBe(planHash)
    }
    // Also for somebody who looked at the import before all three changes.
    expect((await confirm(jobId, first)).body).toMatchObject({ changedContacts: 3, planHash })
    expect((await confirm(jobId, planHash)).status).toBe(202)
  })

  test('changes with repairs and the strategy, and is the same again when they are taken back', async () => {
    const jobId = await toReview(newNumber(), newNumber())
    const planHash = await planOf(jobId)
    const api = apiOf(jobId)
    const strategy = (mergeStrategy: string) =>
      product.patch(`/contacts/import/${jobId}`, { mergeStrategy, confirmFullReplace: true }, owner)
    const changes = [
      [() => api.patch(2, { Name: 'Ben' }), () => api.patch(2, { Name: 'Asha' })],
      [() => api.post('exclude', { rowIndexes: [3] }), () => api.post('include', { rowIndexes: [3] })],
      [() => strategy('SKIP_DUPLICATES'), () => strategy('UPDATE_METADATA')],
    ] as const
    for (const [change, takeBack] of changes) {
      await change()
      expect(await planOf(jobId)).not.toBe(planHash)
      expect((await confirm(jobId, planHash)).body).toMatchObject({ code: 'PLAN_CHANGED', changedContacts: 1 })
      await takeBack()
      expect(await planOf(jobId)).toBe(planHash)
    }
    await api.patch(2, { Name: '  Asha ' })
    expect(await planOf(jobId)).toBe(planHash)
    expect((await confirm(jobId, '0'.repeat(64))).body).toMatchObject({ code: 'PLAN_CHANGED', changedContacts: 2 })
    expect((await confirm(jobId, 'x')).status).toBe(400)
    expect((await confirm(jobId)).status).toBe(202)
  })
})

describe('two people', { timeout: FAULT_RUN_MS }, () => {
  const verbs = Object.keys(REVIEW_VERBS) as ReviewVerb[]
  const pairs = verbs.flatMap((one, i) => verbs.slice(i).map((other) => [one, other] as const))

  test(`who do ${pairs.length} pairs of things to an import at once leave one consistent import behind`, async () => {
    const rest = [...pairs]
    await inLanes(product, SEED, pairs.length, async (vendor, random) => {
      await raceReview(product, vendor, random, rest.pop() ?? [])
    })
  })
})
