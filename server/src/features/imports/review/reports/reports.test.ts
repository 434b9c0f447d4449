import { beforeAll, describe, expect, test } from 'vitest'
import { changedBetweenReads } from '../../../../../tests/support/database/between-reads.ts'
import { csv, statusOf } from '../../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, signIn, type TestProduct } from '../../../../../tests/support/product.ts'
import { csvLine } from '../../../../domain/contacts/csv-safety.ts'
import type { VendorId } from '../../../../domain/ids.ts'
import { purgeImports } from '../../lifecycle/purge.ts'
import { getImportDetail, listImports } from '../status.ts'

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

const report = (jobId: string, path: string) => product.get(`/contacts/import/${jobId}/reports/${path}`, { token })
const WEEK_SECONDS = 7 * 86_400
/** Advances the clock, which expires the token. */
async function passes(seconds: number) {
  await product.advance(seconds)
  await purgeImports(product.deps)
  token = (await signIn(product, owner.email)).body.accessToken
  owner.token = token
}
/** Row ids are tested with the lineage of imports. */
const withoutRowIds = (text: string) => text.replaceAll(/,(?:RowId|[\w-]{48})\r\n/g, '\r\n')
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)

describe('the error report', () => {
  test('contains the failed rows unchanged with their reasons; the simple form has row and reason', async () => {
    const file = csvLine(['Name', 'Phone', 'Note']) + csvLine(['Dan, "D"', '12', 'a\nb']) + csvLine(['Eva', 'abc', ''])
    const jobId = await hand.toReview(`${file}${csvLine(['Fay', '9876540001', ''])}${csvLine(['Gus', '', 'é'])}`)
    const full = await report(jobId, 'errors')
    expect(full.status).toBe(200)
    expect(full.headers['content-type']).toMatch(/^text\/csv/)
    expect(full.headers['content-disposition']).toMatch(/^attachment; filename=".+\.csv"$/)
    expect(withoutRowIds(full.body)).toBe(
      'Name,Phone,Note,FailureReason\r\n"Dan, ""D""",12,"a\nb",invalid digit count\r\n' +
        'Eva,abc,,malformed number\r\nGus,,é,no valid phone number found\r\n',
    )
    const simple = await report(jobId, 'errors?format=simple')
    expect(simple.body).toBe(
      'row,error\r\n2,invalid digit count\r\n3,malformed number\r\n5,no valid phone number found\r\n',
    )
    expect((await report(jobId, 'errors?format=odd')).status).toBe(400)
  })

  test('can be corrected and uploaded again without loss, whatever the cells begin with, and FailureReason is ignored', async () => {
    const cells = [
      '=1+1',
      '+x',
      '-x',
      '@x',
      "'=x",
      "''+x",
      "'plain",
      '＝1',
      '＋x',
      '－x',
      '＠x',
      "'＝x",
      '"q"',
      'a,b',
      'é ह',
    ]
    const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
    const file = csv(['Phone', 'Name', 'Note'], ...quoted.map((cell, i) => [`${10 + i}`, `N${i}`, cell]))
    const jobId = await hand.toReview(file)
    const { body } = await report(jobId, 'errors')
    for (const line of linesOf(body).slice(1)) expect(line).not.toMatch(/,"?[=+\-@＝＋－＠]/)
    const repaired = body.replaceAll(/^(\d\d),/gm, '98765401$1,')
    const again = await hand.toReview(repaired)
    await hand.confirmAndPersist(again)
    expect(await statusOf(product, token, again)).toMatchObject({
      status: 'COMPLETED',
      result: { created: cells.length },
    })
    for (const [i, cell] of cells.entries()) {
      const found = await product.post('/contacts/search', { search: `98765401${10 + i}` }, { token })
      expect(found.body.data).toMatchObject([{ name: `N${i}`, attributes: { Note: cell } }])
      expect(Object.keys(found.body.data[0].attributes)).toEqual(['Note'])
    }
  })

  test('keeps all cells of a row that is wider than those before it, and so does the contact of such a row', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`N${i}`, `98765402${10 + i}`])
    const jobId = await hand.toReview(
      csv(['Name', 'Phone'], ...rows, ['Wide', '12', 'third', 'fourth'], ['Wider', '9876540299', 'more', '', 'most']),
    )
    expect(withoutRowIds((await report(jobId, 'errors')).body)).toBe(
      'Name,Phone,Column C,Column D,Column E,FailureReason\r\nWide,12,third,fourth,,invalid digit count\r\n',
    )
    const { headers, suggestion } = (await product.get(`/contacts/import/${jobId}/mapping`, { token })).body
    expect(headers).toHaveLength(5)
    expect(suggestion).toMatchObject({ 'Column E': { field: 'attribute', attribute: 'Column E' } })
    await hand.confirmAndPersist(jobId)
    const found = await product.post('/contacts/search', { search: '9876540299' }, { token })
    expect(found.body.data).toMatchObject([{ attributes: { 'Column C': 'more', 'Column E': 'most' } }])
  })
})

test('both reports are complete for thousands of rows', async () => {
  const ROWS = 2_001
  const rows = Array.from({ length: ROWS }, (_, i) => [
    ['Dan', '12'],
    ['A & B', String(9_870_000_000 + i)],
  ])
  const jobId = await byHand(product, owner, 1_000).toReview(csv(['Name', 'Phone'], ...rows.flat()))
  expect(linesOf((await report(jobId, 'errors')).body)).toHaveLength(1 + ROWS)
  for (const path of ['errors?format=simple', 'warnings']) {
    const numbers = linesOf((await report(jobId, path)).body).map((line) => line.split(',')[0])
    expect(new Set(numbers).size, path).toBe(1 + ROWS)
  }
})

test('the warning report lists each warning of a row once', async () => {
  const jobId = await hand.toReview(
    csv(
      ['Name', 'Phone'],
      ['Asha', '+919876541001'],
      ['A & B & C', '+919876541002 / +919876541003'],
      ['Ben', '+919876541001'],
      ['Dan', '+919876541004 / 12'],
      ['Eva', '12'],
    ),
  )
  expect((await report(jobId, 'warnings')).body).toBe(
    'row,warning\r\n3,suspicious formatting\r\n4,duplicate contact (row 2)\r\n5,invalid digit count\r\n',
  )
})

describe('reports', () => {
  const file = (suffix: number) => csv(['Name', 'Phone'], ['Dan', '12'], ['Eva', `98765420${suffix}`])

  test('are available from the review on, also for a job that was cancelled during review', async () => {
    const early = await hand.uploadAndRead(file(10))
    for (const path of ['errors', 'errors?format=simple', 'warnings'])
      expect(await report(early, path)).toMatchObject({
        status: 409,
        body: { code: 'INVALID_STATE', currentStatus: 'QUEUED' },
      })
    await product.post(`/contacts/import/${early}/cancel`, undefined, { token })
    expect(await report(early, 'errors')).toMatchObject({ status: 409, body: { currentStatus: 'CANCELLED' } })

    const jobId = await hand.toReview(file(11))
    const before = (await report(jobId, 'errors')).body
    await product.post(`/contacts/import/${jobId}/cancel`, undefined, { token })
    expect((await report(jobId, 'errors')).body).toBe(before)
    expect(linesOf(before)).toHaveLength(2)
  })

  test('are deleted a week after the end, with all rows and the file, while the counts are kept', async () => {
    const jobId = await hand.toReview(file(12))
    await hand.confirmAndPersist(jobId)
    const before = await statusOf(product, token, jobId)
    await passes(WEEK_SECONDS - 60)
    expect((await report(jobId, 'errors')).status).toBe(200)
    await passes(120)
    for (const path of ['errors', 'errors?format=simple', 'warnings'])
      expect(await report(jobId, path)).toMatchObject({ status: 410 })
    expect(await statusOf(product, token, jobId)).toEqual(before)
    await expect(
      product.deps.files.get(`imports/${owner.vendorId}/${jobId}`).then(async (content) => {
        for await (const _ of content);
      }),
    ).rejects.toThrow()
    expect(await hand.chunks(jobId)).toEqual([])
  })
})

test('an import without activity for a week is cancelled; one with activity is not', async () => {
  const waiting = await hand.uploadAndRead(csv(['Phone'], ['9876543001']), { fields: { autoMap: 'false' } })
  const reviewed = await hand.toReview(csv(['Phone'], ['9876543002']))
  const touched = await hand.toReview(csv(['Phone'], ['9876543003']))
  await passes(WEEK_SECONDS / 2)
  await product.patch(`/contacts/import/${touched}`, { mergeStrategy: 'SKIP_DUPLICATES' }, { token })
  for (const jobId of [waiting, reviewed])
    expect(await statusOf(product, token, jobId)).toMatchObject({ needsAction: true })
  await passes(WEEK_SECONDS / 2 + 60)
  for (const jobId of [waiting, reviewed])
    expect(await statusOf(product, token, jobId)).toMatchObject({ status: 'CANCELLED', terminal: true })
  expect((await report(reviewed, 'errors')).status).toBe(200)
  expect(await statusOf(product, token, touched)).toMatchObject({ status: 'PENDING_REVIEW' })
})

test('an import whose rows are purged between two reads keeps its totals in the details and in the list', async () => {
  const who = {
    kind: 'vendor',
    vendorId: owner.vendorId as VendorId,
    role: 'ADMIN',
    accountId: undefined,
    apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
  } as const
  const page = { number: 1, limit: 1, offset: 0, after: undefined }
  for (const read of [
    async (deps: typeof product.deps, jobId: string) => getImportDetail(deps, who, jobId),
    async (deps: typeof product.deps) => (await listImports(deps, who, {}, page)).rows[0],
  ]) {
    const jobId = await hand.toReview(
      csv(['Name', 'Phone'], ['Dan', '12'], ['Eva', '9876549901'], ['Fay', '9876549902']),
    )
    await product.post(`/contacts/import/${jobId}/cancel`, undefined, { token })
    await product.advance(WEEK_SECONDS + 60)
    const db = changedBetweenReads(product.deps.db, async (statement) => {
      if (statement === 1) await purgeImports(product.deps)
    })
    const shown = await read({ ...product.deps, db }, jobId)
    expect(shown).toMatchObject({ jobId, stats: { totalRows: 3, validRows: 2, invalidRows: 1 } })
    await passes(1)
  }
})
