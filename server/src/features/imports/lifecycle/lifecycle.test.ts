import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../../tests/support/contacts/contacts.ts'
import { csv, statusOf, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { EICAR } from '../../../../tests/support/tables/eicar.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let token: string
let hand: ReturnType<typeof byHand>

beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  token = owner.token
  hand = byHand(product, owner)
})

const statusesIn = (status: { history: { status: string }[] }) => status.history.map((entry) => entry.status)
const get = (jobId: string, path: string) => product.get(`/contacts/import/${jobId}${path}`, { token })

/** From upload to the end. */
async function whole(content: string, options: Parameters<typeof hand.toReview>[1] = {}) {
  const jobId = await hand.toReview(content, options)
  await hand.confirmAndPersist(jobId)
  return { jobId, status: await statusOf(product, token, jobId) }
}

describe('the lifecycle of an import', () => {
  test('status, list and detail contain the name and hash of its file', async () => {
    const file = csv(['Name', 'Phone'], ['Asha', '+919876500010'])
    const expected = { fileName: 'May.csv', fileHash: createHash('sha256').update(file).digest('hex') }
    const { jobId, status } = await whole(file, { fileName: 'May.csv' })
    expect(status).toMatchObject(expected)
    expect((await product.get('/contacts/import', { token })).body.data[0]).toMatchObject({ jobId, ...expected })
    expect((await get(jobId, '')).body).toMatchObject(expected)
  })

  test('failed rows make it PARTIAL_SUCCESS, even if all fail, and the counts add up', async () => {
    const file = csv(
      ['Name', 'Phone'],
      ['Asha', '+919876500011'],
      ['Ben & Cara', '9876500012 / 9876500013'],
      ['', ''],
      ['Dan', '123'],
      ['Eva', '+919876500011'],
      ['Fay', ''],
    )
    const { status } = await whole(file)
    expect(status.stats).toEqual({
      totalRows: 5,
      processedRows: 5,
      validRows: 3,
      invalidRows: 2,
      excludedRows: 0,
      warningRows: 1,
      valid: 3,
      errors: 2,
    })
    expect(status).toMatchObject({ status: 'PARTIAL_SUCCESS', progress: 100 })
    expect(status.result).toEqual({ created: 3, updated: 0, merged: 0, skipped: 0, changedSincePreview: 0 })

    const invalidRows = await whole(csv(['Name', 'Phone'], ['Asha', '12'], ['Ben', '34']))
    expect(invalidRows.status).toMatchObject({ status: 'PARTIAL_SUCCESS', stats: { validRows: 0, invalidRows: 2 } })
  })

  test('progress never decreases, is 100 only at the end, and the counts agree at each step', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [`Name ${i}`, i % 10 ? `98${20_000_000 + i}` : '1'])
    const hand = byHand(product, owner, 100)
    const { body } = await upload(product, csv(['Name', 'Phone'], ...rows), { token })
    const { jobId } = body
    const seen: { status: string; progress: number }[] = []
    const look = async () => {
      const status = await statusOf(product, token, jobId)
      const { totalRows, processedRows, validRows, invalidRows, warningRows } = status.stats
      expect(validRows + invalidRows).toBe(processedRows)
      expect(processedRows).toBeLessThanOrEqual(totalRows)
      expect(warningRows).toBeLessThanOrEqual(validRows)
      seen.push(status)
    }
    await look()
    for (const step of [hand.scan, hand.read]) {
      await step(jobId)
      await look()
    }
    for (const state of ['STORED', 'SIFTED'])
      for (const firstRow of await hand.inStates(jobId, state)) {
        await hand.processChunk(jobId, firstRow)
        await look()
      }
    for (const step of [hand.resolve, hand.confirm, hand.beginPersisting]) {
      await step(jobId)
      await look()
    }
    for (const firstRow of await hand.inStates(jobId, 'STAGED')) {
      await hand.persistChunk(jobId, firstRow)
      await look()
    }
    expect(seen.at(-1)).toMatchObject({ status: 'PARTIAL_SUCCESS', progress: 100 })
    const progress = seen.map((status) => status.progress)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(new Set(progress).size).toBeGreaterThan(8)
    for (const { status, progress } of seen) if (progress === 100) expect(status).toBe('PARTIAL_SUCCESS')
  })

  test('a file with malware is QUARANTINED and a file without rows FAILED, each with a reason and permanently', async () => {
    const infected = await upload(product, csv(['Name', 'Phone'], [EICAR, '9876500020']), { token })
    await hand.scan(infected.body.jobId)
    const quarantined = await statusOf(product, token, infected.body.jobId)
    expect(quarantined).toMatchObject({ terminal: true, needsAction: false, failureReason: expect.any(String) })
    expect(statusesIn(quarantined)).toEqual(['UPLOADED', 'SCANNING', 'QUARANTINED'])
    expect(quarantined.progress).toBeLessThan(100)

    const empty = await hand.uploadAndRead('Name,Phone\n')
    const failed = await statusOf(product, token, empty)
    expect(failed).toMatchObject({ terminal: true, needsAction: false, failureReason: expect.any(String) })
    expect(failed.progress).toBeLessThan(100)
    for (const jobId of [infected.body.jobId, empty])
      for (const action of ['confirm', 'cancel', 'undo'])
        expect(await product.post(`/contacts/import/${jobId}/${action}`, undefined, { token })).toMatchObject({
          status: 409,
          body: { code: 'INVALID_STATE', currentStatus: expect.stringMatching(/QUARANTINED|FAILED/) },
        })
  })

  test('jobs are listed newest first with their status, and found by it and by their start', async () => {
    const someone = await newVendor(product)
    const { toReview } = byHand(product, someone)
    const first = await toReview(csv(['Phone'], ['9876500030']), { fileName: 'one.csv' })
    const second = await toReview(csv(['Phone'], ['9876500031']), {
      fileName: 'two.csv',
      fields: { labels: 'VIP', listName: 'Diwali' },
    })
    const { body } = await product.get('/contacts/import', { token: someone.token })
    expect(body).toMatchObject({ total: 2, page: 1 })
    expect(body.data).toMatchObject([
      { jobId: second, status: 'PENDING_REVIEW', fileName: 'two.csv', endedAt: null },
      { jobId: first, fileName: 'one.csv', stats: { totalRows: 1 }, mergeStrategy: 'MERGE_LABELS' },
    ])
    const found = async (query: string) =>
      (await product.get(`/contacts/import?${query}`, { token: someone.token })).body
    expect(await found('status=PENDING_REVIEW')).toMatchObject({ total: 2 })
    expect(await found('status=COMPLETED')).toMatchObject({ total: 0, data: [] })
    expect(await found(`createdTo=${body.data[1].createdAt}`)).toMatchObject({ total: 0, data: [] })
    expect(await found(`createdFrom=${body.data[1].createdAt}`)).toMatchObject({ total: 2 })
    expect((await product.get(`/contacts/import/${second}`, { token: someone.token })).body).toEqual({
      ...body.data[0],
      defaultCountry: null,
      labels: ['VIP'],
      listName: 'Diwali',
    })
  })
})

describe('settings of an upload', () => {
  test('labels as a list or as JSON are added to every contact, before those of the row', async () => {
    for (const [labels, suffix] of [
      ['VIP, Summer', 1],
      ['["VIP","Summer"]', 2],
    ] as const) {
      const file = csv(['Phone', 'Tags'], [`98765001${suffix}0`, 'vip;new'], [`98765001${suffix}1`, ''])
      await whole(file, { fields: { labels } })
    }
    const book = await addressBook(product, owner)
    const labelsOf = (mobile: string) => book.find((contact) => contact.mobile === mobile).labels
    for (const suffix of [1, 2]) {
      expect(labelsOf(`9198765001${suffix}0`)).toEqual(['VIP', 'Summer', 'new'])
      expect(labelsOf(`9198765001${suffix}1`)).toEqual(['VIP', 'Summer'])
    }
  })

  test('listName adds all contacts to a list, including existing ones, and the next import adds to the same list', async () => {
    const fields = { listName: 'Diwali' }
    await whole(csv(['Phone'], ['9876500040'], ['9876500041']), { fields })
    await whole(csv(['Phone'], ['9876500041'], ['9876500042']), { fields })
    const lists = (await product.get('/contact-lists', { token })).body.data.filter(
      ({ name }: { name: string }) => name === 'Diwali',
    )
    expect(lists).toHaveLength(1)
    const members = (await product.get(`/contacts?listId=${lists[0].id}`, { token })).body.data
    expect(members.map(({ mobile }: { mobile: string }) => mobile).sort()).toEqual([
      '919876500040',
      '919876500041',
      '919876500042',
    ])
  })

  test('the list is created only after the confirmation', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876500050']), { fields: { listName: 'Never' } })
    await product.post(`/contacts/import/${jobId}/cancel`, undefined, { token })
    expect(JSON.stringify((await product.get('/contact-lists', { token })).body)).not.toContain('Never')
  })

  test('a file without a header has columns A, B, C, and its first row is row 1', async () => {
    const file = csv(['Asha', '9876500060', 'x'], ['Ben', '12', 'y'], ['Cara', '9876500061'], ['Dan', '9876500062'])
    const jobId = await hand.toReview(file)
    const { body: mapping } = await get(jobId, '/mapping')
    expect(mapping.headers.map(({ column }: { column: string }) => column)).toEqual([
      'Column A',
      'Column B',
      'Column C',
    ])
    const { body: preview } = await get(jobId, '/preview')
    expect(preview.validSample).toMatchObject([{ rowIndex: 1 }, { rowIndex: 3 }, { rowIndex: 4 }])
    expect(preview.errorSample).toMatchObject([{ rowIndex: 2, rowData: { 'Column A': 'Ben', 'Column B': '12' } }])
  })

  test('rows are numbered as a spreadsheet shows them: the header is 1, blank rows count', async () => {
    const file = 'Name,Phone\n\nAsha,9876500070\n,\n\nBen,12\nCara,9876500071\n'
    const jobId = await hand.toReview(file)
    const { body } = await get(jobId, '/preview')
    expect(body.validSample.map(({ rowIndex }: { rowIndex: number }) => rowIndex)).toEqual([3, 7])
    expect(body.errorSample).toMatchObject([{ rowIndex: 6, rowData: { Name: 'Ben', Phone: '12' } }])
    expect((await statusOf(product, token, jobId)).stats.totalRows).toBe(3)
  })
})

test("another vendor's import is 404 on every route, like one that does not exist", async () => {
  const stranger = await newVendor(product)
  const jobId = await hand.toReview(csv(['Phone'], ['9876500080']))
  const routes: [string, string, unknown?][] = [
    ['GET', '/status'],
    ['GET', '/mapping'],
    ['GET', '/preview'],
    ['GET', '/events'],
    ['GET', '/reports/errors'],
    ['GET', '/reports/warnings'],
    ['POST', '/mapping', { columns: { Phone: { field: 'phone' } } }],
    ['POST', '/confirm'],
    ['POST', '/cancel'],
    ['POST', '/undo'],
    ['PATCH', '', { mergeStrategy: 'SKIP_DUPLICATES' }],
  ]
  const never = '01900000-0000-7000-8000-000000000000'
  for (const [method, path, body] of routes) {
    const call = (id: string, as: string) => product.call(method, `/contacts/import/${id}${path}`, body, { token: as })
    const theirs = await call(jobId, stranger.token)
    const unknown = await call(never, stranger.token)
    expect(theirs, `${method} ${path}`).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  }
  expect((await statusOf(product, token, jobId)).status).toBe('PENDING_REVIEW')
  expect((await product.get('/contacts/import', { token: stranger.token })).body.total).toBe(0)
})
