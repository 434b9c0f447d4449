import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { csv } from '../../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../../tests/support/product.ts'
import { IMPORT_STATUSES } from '../../../../domain/imports/import-job.ts'
import { whatIf } from '../what-if.ts'

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

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Json = any
const preview = async (jobId: string, query = ''): Promise<Json> => {
  const { status, body } = await product.get(`/contacts/import/${jobId}/preview${query}`, { token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const rowsOf = (items: Json[]) => items.map(({ rowIndex }) => rowIndex)
const summaryOf = async (jobId: string) => (await preview(jobId)).conflictSummary

describe('the preview', () => {
  test('warns about a number that is one digit away from a domestic number, and so does the report', async () => {
    const rows = [
      ['Asha', '79876543210'],
      ['Ben', '+79876543211'],
      ['Cara', '447400123456'],
      ['Dev', '9876520099'],
    ]
    const jobId = await hand.toReview(csv(['Name', 'Phone'], ...rows), { fields: { defaultCountry: 'IN' } })
    const { validSample, totalWarnings } = await preview(jobId)
    const warned = 'number may be mistyped (read as RU)'
    expect(totalWarnings).toBe(1)
    expect(validSample).toMatchObject([
      { name: 'Asha', _status: 'warning', _warnings: [warned], _countrySource: 'PREFIX' },
      { name: 'Ben', _warnings: [] },
      { name: 'Cara', _warnings: [] },
      { name: 'Dev', _warnings: [] },
    ])
    const report = await product.get(`/contacts/import/${jobId}/reports/warnings`, { token })
    expect(report.body).toBe(`row,warning\r\n2,${warned}\r\n`)
  })

  test('has one item for each number: a row may give several, and several rows one', async () => {
    const jobId = await hand.toReview(
      csv(
        ['Name', 'Phone', 'Tags', 'City'],
        ['Asha & Ben', '9876520001 / 9876520002', 'vip', 'Pune'],
        ['Asha Rao', '+91 98765 20001', 'new', 'Goa'],
        ['Cara', '9876520003', '', ''],
        ['Asha', '0091 9876520001', '', ''],
        ['Dan', '12', '', ''],
      ),
    )
    const body = await preview(jobId)
    expect(body).toMatchObject({
      jobId,
      jobStatus: 'PENDING_REVIEW',
      totalValid: 3,
      totalWarnings: 1,
      totalErrors: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    })
    expect(body.validSample[0]).toEqual({
      name: 'Asha',
      labels: ['vip', 'new'],
      attributes: { City: 'Pune' },
      consent: null,
      rowIndex: 2,
      _normalized: { e164: '+919876520001', countryCode: 'IN', nationalNumber: '9876520001' },
      _countrySource: expect.any(String),
      _action: 'CREATE',
      _status: 'warning',
      _warnings: ['duplicate contact (row 3)', 'duplicate contact (row 5)'],
      _duplicate: 'new',
      _optsOut: false,
      _diff: [],
    })
    expect(body.validSample.slice(1)).toMatchObject([
      { name: 'Ben', rowIndex: 2, _status: 'valid', _warnings: [] },
      { name: 'Cara', rowIndex: 4, _status: 'valid' },
    ])
    expect(body.errorSample).toEqual([
      { rowIndex: 6, rowData: { Name: 'Dan', Phone: '12', Tags: '', City: '' }, reason: 'invalid digit count' },
    ])
  })

  test('is paged in file order, until the longer of the two lists ends', async () => {
    const rows = Array.from({ length: 25 }, (_, i) => [`N${i}`, i % 5 === 0 ? '12' : `98765210${10 + i}`])
    const jobId = await hand.toReview(csv(['Name', 'Phone'], ...rows))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => preview(jobId, `?page=${page}&pageSize=8`)))
    expect(pages[0]).toMatchObject({ totalValid: 20, totalErrors: 5, totalPages: 3, page: 1, pageSize: 8 })
    const valid = pages.flatMap(({ validSample }) => rowsOf(validSample))
    expect(valid).toEqual(rows.flatMap(([, phone], i) => (phone === '12' ? [] : [i + 2])))
    expect(pages.map(({ errorSample }) => errorSample.length)).toEqual([5, 0, 0, 0])
    expect(pages[3]).toMatchObject({ validSample: [], errorSample: [], totalPages: 3 })
    const errors = await preview(jobId, '?kind=error&pageSize=2&page=2')
    expect(errors).toMatchObject({ validSample: [], totalValid: 20, totalErrors: 5, totalPages: 3 })
    expect(rowsOf(errors.errorSample)).toEqual([12, 17])
    for (const query of ['?pageSize=101', '?pageSize=0', '?page=0', '?kind=odd', '?action=DELETE', '?x=1'])
      expect((await product.get(`/contacts/import/${jobId}/preview${query}`, { token })).status, query).toBe(400)
  })

  test('can be filtered by kind or action', async () => {
    await product.post('/contacts', { mobile: '+919876522001', name: 'Asha' }, { token })
    const jobId = await hand.toReview(
      csv(
        ['Name', 'Phone', 'Tags'],
        ['A', '+919876522001', 'x'],
        ['B', '+919876522002', ''],
        ['C D', '+919876522003', ''],
        ['E', '+919876522004 / 12', ''],
        ['F', '12', ''],
      ),
    )
    const valid = await preview(jobId, '?kind=valid')
    expect(rowsOf(valid.validSample)).toEqual([2, 3, 4])
    expect(valid.errorSample).toEqual([])
    const warned = await preview(jobId, '?kind=warning')
    expect(warned).toMatchObject({ errorSample: [], totalPages: 1, totalValid: 4, totalWarnings: 1, totalErrors: 1 })
    expect(warned.validSample).toMatchObject([{ rowIndex: 5, _status: 'warning', _warnings: ['invalid digit count'] }])
    expect(rowsOf((await preview(jobId, '?action=MERGE')).validSample)).toEqual([2])
    expect(rowsOf((await preview(jobId, '?action=CREATE&kind=valid')).validSample)).toEqual([3, 4])
    expect(rowsOf((await preview(jobId, '?action=UPDATE')).validSample)).toEqual([])
  })

  test('shows which of the six rules determined each country', async () => {
    const jobId = await hand.toReview(
      csv(
        ['Name', 'Phone', 'Country'],
        ['explicit', '+442079460018', ''],
        ['double zero', '00442079460019', ''],
        ['prefix', '447911123456', ''],
        ['column', '079 1112 3457', 'GB'],
        ['majority', '07911123458', ''],
        ['fallback', '9876523001', ''],
      ),
    )
    const { validSample } = await preview(jobId)
    const sources = Object.fromEntries(validSample.map((item: Json) => [item.name, item._countrySource]))
    expect(sources).toEqual({
      explicit: 'EXPLICIT',
      'double zero': 'EXPLICIT',
      prefix: 'PREFIX',
      column: 'COLUMN',
      majority: 'MAJORITY',
      fallback: 'FALLBACK',
    })
    const fallback = validSample.at(-1)
    expect(fallback).toMatchObject({ _warnings: ['ambiguous country'], _normalized: { countryCode: 'IN' } })
    const withDefault = await hand.toReview(csv(['Phone'], ['07911123459']), { fields: { defaultCountry: 'GB' } })
    expect((await preview(withDefault)).validSample).toMatchObject([{ _countrySource: 'DEFAULT' }])
  })

  test('has no default country any more once the mapping says null', async () => {
    const fields = { defaultCountry: 'GB', autoMap: 'false' }
    const jobId = await hand.uploadAndRead(csv(['Phone'], ['07911123460']), { fields })
    const body = { columns: { Phone: { field: 'phone' } }, defaultCountry: null }
    expect((await product.post(`/contacts/import/${jobId}/mapping`, body, { token })).status).toBe(202)
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    expect((await preview(jobId)).validSample).toMatchObject([{ _countrySource: 'FALLBACK' }])
    expect((await product.get(`/contacts/import/${jobId}`, { token })).body).toMatchObject({ defaultCountry: null })
  })

  test('leaves out a number that a Google export labels as a fax', async () => {
    const columns = ['First Name', 'Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value']
    const row = ['Asha', 'Work Fax', '+442079460018', 'Mobile', '+919876510041']
    const { validSample } = await preview(await hand.toReview(csv(columns, row)))
    expect(validSample).toMatchObject([{ _normalized: { e164: '+919876510041' } }])
  })

  test('reflects contacts that were created, changed or deleted in the next call', async () => {
    const numbers = Array.from({ length: 4 }, (_, i) => `+91987652400${i}`)
    const rows = numbers.map((number, i) => [`Long name ${i}`, number, 'vip', 'Pune'])
    const jobId = await hand.toReview(csv(['Name', 'Phone', 'Tags', 'City'], ...rows), {
      fields: { mergeStrategy: 'UPDATE_METADATA' },
    })
    const summary = (fresh: number, existing: number, names: number, labels: number) => ({
      totalNewContacts: fresh,
      totalExistingContacts: existing,
      contactsWithUpdatedNames: names,
      contactsWithNewLabels: labels,
    })
    expect(await summaryOf(jobId)).toEqual(summary(4, 0, 0, 0))

    const contacts = [
      { name: 'Short', mobile: numbers[0] },
      { mobile: numbers[1], labels: ['VIP'] },
    ]
    await product.post('/contacts/bulk', { contacts }, { token })
    expect(await summaryOf(jobId)).toEqual(summary(2, 2, 2, 1))
    const [first] = (await preview(jobId)).validSample
    expect(first).toMatchObject({ _action: 'UPDATE', _duplicate: 'existing', _status: 'valid' })
    expect(first._diff).toEqual([
      { field: 'name', existing: 'Short', incoming: 'Long name 0', resolved: 'Long name 0' },
      { field: 'labels', existing: '', incoming: 'vip', resolved: 'vip' },
      { field: 'attributes.City', existing: '', incoming: 'Pune', resolved: 'Pune' },
    ])

    const found = (await product.post('/contacts/search', { search: numbers[0] }, { token })).body.data[0]
    await product.patch(`/contacts/${found.id}`, { name: 'Typed by a person' }, { token })
    expect(await summaryOf(jobId)).toEqual(summary(2, 2, 1, 1))
    await product.patch(`/contacts/${found.id}`, { labels: ['vip'] }, { token })
    expect(await summaryOf(jobId)).toEqual(summary(2, 2, 1, 0))
    expect(rowsOf((await preview(jobId, '?action=SKIP')).validSample)).toEqual([2])
    await product.del(`/contacts/${found.id}`, { token })
    expect(await summaryOf(jobId)).toEqual(summary(3, 1, 1, 0))
    await product.post('/contacts', { mobile: numbers[0], name: 'x' }, { token })
    expect(await summaryOf(jobId)).toEqual(summary(2, 2, 1, 1))
    expect(rowsOf((await preview(jobId, '?action=CREATE')).validSample)).toEqual([4, 5])
  })

  test('reflects very many changes between two calls', async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => [`Name ${i}`, `+91977${String(1_000_000 + i)}`])
    const jobId = await hand.toReview(csv(['Name', 'Phone'], ...rows))
    expect((await summaryOf(jobId)).totalNewContacts).toBe(6_000)
    const contacts = rows.map(([, mobile]) => ({ mobile }))
    expect((await product.post('/contacts/bulk', { contacts }, { token })).body.created).toBe(6_000)
    expect(await summaryOf(jobId)).toMatchObject({ totalNewContacts: 0, totalExistingContacts: 6_000 })
  })

  test('is correct after concurrent requests while contacts change', async () => {
    for (let round = 0; round < 10; round++) {
      const numbers = Array.from({ length: 20 }, (_, i) => `+9198766${String(round * 100 + i).padStart(5, '0')}`)
      const jobId = await hand.toReview(csv(['Phone'], ...numbers.map((number) => [number])))
      const contacts = numbers.map((mobile) => ({ mobile }))
      await product.post('/contacts/bulk', { contacts }, { token })
      await Promise.all(Array.from({ length: 6 }, () => preview(jobId)))
      expect(await summaryOf(jobId)).toMatchObject({ totalNewContacts: 0, totalExistingContacts: 20 })
    }
  })

  test('is available while rows are being processed, as far as they are', async () => {
    const rows = Array.from({ length: 5_010 }, (_, i) => [`N${i}`, i % 2 ? `+91976${String(1_000_000 + i)}` : '+1'])
    const jobId = await hand.uploadAndRead(csv(['Name', 'Phone'], ...rows))
    const [first] = await hand.inStates(jobId, 'STORED')
    await hand.processChunk(jobId, first ?? 0)
    expect(await preview(jobId)).toMatchObject({
      jobStatus: 'PROCESSING',
      totalValid: 2_500,
      totalErrors: 2_500,
      conflictSummary: { totalNewContacts: 2_500, totalExistingContacts: 0 },
    })
  })

  test('is available in PROCESSING and PENDING_REVIEW only; otherwise 409 names the state', async () => {
    const jobId = await hand.toReview(csv(['Phone'], ['9876526001']))
    for (const status of IMPORT_STATUSES) {
      await raw`update import_job set status = ${status} where id = ${jobId}`.execute(product.deps.db)
      const answer = await product.get(`/contacts/import/${jobId}/preview`, { token })
      if (status === 'PROCESSING' || status === 'PENDING_REVIEW') expect(answer.status).toBe(200)
      else expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: status } })
    }
    await raw`update import_job set status = 'CANCELLED' where id = ${jobId}`.execute(product.deps.db)
  })
})

test('what-if is estimated from a sample of a large file, and exact where a country changes nothing', async () => {
  const bare = Array.from({ length: 40 }, (_, i) => [`P${i}`, i % 3 ? `98765 ${21_000 + i}` : '12', ''])
  const told = Array.from({ length: 20 }, (_, i) => [`Q${i}`, `+4474001${23_000 + i}`, ''])
  const jobId = await byHand(product, owner, 10).toReview(csv(['Name', 'Phone', 'Country'], ...bare, ...told), {
    fields: { defaultCountry: 'GB' },
  })
  const who = { vendorId: owner.vendorId } as Parameters<typeof whatIf>[1]
  const read = (more: object) =>
    whatIf(product.deps, who, jobId, { countries: ['GB', 'IN'], ...more }, { rowsMax: 20, chunksMax: 3 })
  const [gb, india] = await read({})
  const [gbExact, indiaExact] = await read({ exact: true })
  expect(gb).toMatchObject({ valid: gbExact?.valid, failed: gbExact?.failed, changed: 0, sampledRows: 15 })
  expect(indiaExact).toMatchObject({ valid: 46, failed: 14 })
  expect(india?.sampledRows).toBe(15)
  expect((india?.valid ?? 0) + (india?.failed ?? 0)).toBe(60)
  expect(Math.abs((india?.valid ?? 0) - 46)).toBeLessThan(15)
})
