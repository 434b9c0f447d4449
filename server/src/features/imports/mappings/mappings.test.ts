import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv, statusOf, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { IMPORT_PRESETS_PER_VENDOR_MAX } from '../../../domain/limits.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner)
})

type Vendor = { token: string }
const mappingOf = async (jobId: string, who: Vendor = owner) =>
  (await product.get(`/contacts/import/${jobId}/mapping`, { token: who.token })).body
const map = (jobId: string, body: unknown) => product.post(`/contacts/import/${jobId}/mapping`, body, owner)
const stateOf = async (jobId: string) => (await statusOf(product, owner.token, jobId)).status
const toReview = async (jobId: string) => {
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  return (await product.get(`/contacts/import/${jobId}/preview`, owner)).body
}
const PRESETS = '/contacts/import-presets'
let next = 9_876_600_000
const number = () => String(next++)
const WAITING = { fields: { autoMap: 'false' } }

describe('a remembered mapping', () => {
  const HEADER = ['Kunde', 'Apparat', 'Ort']
  const columns = {
    Kunde: { field: 'name' },
    Apparat: { field: 'phone' },
    Ort: { field: 'attribute', attribute: 'city' },
  }

  test('is used for the next file with the same headings, in any order of the columns', async () => {
    const first = await hand.uploadAndRead(csv(HEADER, ['Asha', '12', 'Pune']))
    expect(await stateOf(first)).toBe('AWAITING_MAPPING')
    expect((await map(first, { columns })).status).toBe(202)

    const second = await hand.uploadAndRead(csv(HEADER, ['Ben', number(), 'Goa']))
    expect(await mappingOf(second)).toMatchObject({
      suggestion: { ...columns, source: 'REMEMBERED' },
      suggestionSource: 'REMEMBERED',
      confirmed: columns,
    })
    expect((await toReview(second)).validSample).toMatchObject([{ name: 'Ben', attributes: { city: 'Goa' } }])

    const turned = await hand.uploadAndRead(csv(['Ort', 'Kunde', 'Apparat'], ['Goa', 'Cleo', number()]), WAITING)
    expect(await stateOf(turned)).toBe('AWAITING_MAPPING')
    expect(await mappingOf(turned)).toMatchObject({ suggestion: columns, suggestionSource: 'REMEMBERED' })
  })

  test('is the last one given, also with an upload', async () => {
    const mapping = JSON.stringify({ columns: { Kunde: { field: 'labels' }, Apparat: { field: 'phone' } } })
    await hand.uploadAndRead(csv(HEADER, ['x', number(), 'y']), { fields: { mapping } })
    const later = await hand.uploadAndRead(csv(HEADER, ['x', number(), 'y']))
    expect(await mappingOf(later)).toMatchObject({
      suggestion: { Kunde: { field: 'labels' }, Ort: { field: 'ignore' } },
      suggestionSource: 'REMEMBERED',
    })
  })

  test('belongs to its vendor, and needs the same headings', async () => {
    const stranger = await newVendor(product)
    const theirs = await byHand(product, stranger).uploadAndRead(csv(HEADER, ['Asha', number(), 'Pune']))
    expect(await mappingOf(theirs, stranger)).toMatchObject({ suggestionSource: 'HEADERS' })
    const wider = await hand.uploadAndRead(csv([...HEADER, 'Mobile'], ['Asha', '1', 'Pune', number()]))
    expect(await mappingOf(wider)).toMatchObject({ suggestion: { source: 'HEADERS' }, suggestionSource: 'HEADERS' })
  })

  test('is not made of the columns of a file without a header', async () => {
    const file = () => csv(['Asha', number()], ['Ben', number()])
    const mapping = JSON.stringify({ 'Column A': { field: 'labels' }, 'Column B': { field: 'phone' } })
    await hand.uploadAndRead(file(), { fields: { mapping } })
    expect(await mappingOf(await hand.uploadAndRead(file()))).toMatchObject({
      headerRow: 0,
      suggestion: { 'Column A': { field: 'name' }, source: 'CONTENT' },
    })
  })

  test('a column called source keeps its place in the suggestion', async () => {
    const jobId = await hand.uploadAndRead(csv(['Phone', 'source'], [number(), 'web']))
    expect(await mappingOf(jobId)).toMatchObject({
      suggestion: { source: { field: 'attribute', attribute: 'source' } },
      suggestionSource: 'HEADERS',
    })
  })
})

describe('a preset', () => {
  const columns = { Tel: { field: 'phone' }, Wer: { field: 'name' }, Stadt: { field: 'attribute', attribute: 'city' } }
  const create = (body: unknown, who: Vendor = owner) => product.post(PRESETS, body, { token: who.token })

  test('is listed newest first, has a unique name and can be deleted', async () => {
    const made = await create({ name: 'Laden', columns, defaultCountry: 'gb', labels: ['Shop'] })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Laden', columns, defaultCountry: 'GB', mergeStrategy: null, labels: ['Shop'] },
    })
    expect(await create({ name: ' LADEN ', columns })).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    const other = await create({ name: 'Messe', columns })
    const { body } = await product.get(`${PRESETS}?pageSize=1`, owner)
    expect(body).toMatchObject({ total: 2, data: [{ id: other.body.id }], nextCursor: expect.any(String) })
    const rest = await product.get(`${PRESETS}?pageSize=1&cursor=${body.nextCursor}`, owner)
    expect(rest.body.data).toMatchObject([{ id: made.body.id, name: 'Laden' }])
    expect((await product.del(`${PRESETS}/${other.body.id}`, owner)).status).toBe(204)
    expect((await product.del(`${PRESETS}/${other.body.id}`, owner)).status).toBe(404)
  })

  test('must be a valid mapping', async () => {
    const twice = { A: { field: 'name' }, B: { field: 'name' }, P: { field: 'phone' } }
    for (const body of [
      { name: 'x', columns: twice },
      { name: '', columns },
      { columns },
      { name: 'x', columns, a: 1 },
    ])
      expect(await create(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect(await create({ name: 'x', columns: { A: { field: 'name' } } })).toMatchObject({
      status: 422,
      body: { code: 'PHONE_COLUMN_REQUIRED' },
    })
  })

  test('maps an upload with its settings, leaves out columns that the file lacks, and yields to the form', async () => {
    const { id } = (await create({ name: 'Upload', columns, defaultCountry: 'GB', mergeStrategy: 'UPDATE_METADATA' }))
      .body
    const file = csv(['Wer', 'Tel'], ['Asha', '020 7946 0018'])
    const jobId = await hand.uploadAndRead(file, { fields: { presetId: id, labels: 'May' } })
    expect((await mappingOf(jobId)).confirmed).toEqual({ Wer: { field: 'name' }, Tel: { field: 'phone' } })
    expect((await product.get(`/contacts/import/${jobId}`, owner)).body).toMatchObject({
      defaultCountry: 'GB',
      mergeStrategy: 'UPDATE_METADATA',
      labels: ['May'],
    })
    const given = { presetId: id, mergeStrategy: 'MERGE_LABELS', defaultCountry: 'IN' }
    const other = await hand.uploadAndRead(csv(['Wer', 'Tel', 'x'], ['Ben', number(), '']), { fields: given })
    expect((await product.get(`/contacts/import/${other}`, owner)).body).toMatchObject({
      defaultCountry: 'IN',
      mergeStrategy: 'MERGE_LABELS',
    })
    const without = await hand.uploadAndRead(csv(['Wer', 'Fon'], ['Ben', number()]), { fields: { presetId: id } })
    expect(await stateOf(without)).toBe('AWAITING_MAPPING')
    const both = { presetId: id, mapping: JSON.stringify({ columns }) }
    expect((await upload(product, csv(['Tel'], [number()]), { ...owner, fields: both })).status).toBe(400)
  })

  test('maps a job that waits, and FULL_REPLACE still has to be confirmed', async () => {
    const { id } = (await create({ name: 'Replace', columns, mergeStrategy: 'FULL_REPLACE' })).body
    const jobId = await hand.uploadAndRead(csv(['Wer', 'Tel'], ['Asha', number()]), WAITING)
    expect(await map(jobId, { presetId: id })).toMatchObject({ body: { code: 'FULL_REPLACE_NOT_CONFIRMED' } })
    expect((await map(jobId, { presetId: id, columns })).status).toBe(400)
    expect((await map(jobId, {})).status).toBe(400)
    expect((await map(jobId, { presetId: id, mergeStrategy: 'SKIP_DUPLICATES' })).status).toBe(202)
    expect((await toReview(jobId)).validSample).toMatchObject([{ name: 'Asha' }])
  })

  test("of another vendor is 404 like one that doesn't exist", async () => {
    const stranger = await newVendor(product)
    const { id } = (await create({ name: 'Theirs', columns }, stranger)).body
    const jobId = await hand.uploadAndRead(csv(['Wer', 'Tel'], ['Asha', number()]), WAITING)
    for (const presetId of [id, '01900000-0000-7000-8000-000000000000', 'x']) {
      expect((await map(jobId, { presetId })).status).toBe(404)
      expect((await upload(product, csv(['Tel'], [number()]), { ...owner, fields: { presetId } })).status).toBe(404)
      expect((await product.del(`${PRESETS}/${presetId}`, owner)).status).toBe(404)
    }
    expect((await product.get(PRESETS, stranger)).body.total).toBe(1)
  })

  test('cannot exceed the limit, not even in concurrent requests', async () => {
    const vendor = await newVendor(product)
    await raw`
      insert into import_preset (vendor_id, id, name_hash, preset_cipher, created_at)
      select ${vendor.vendorId}, gen_random_uuid(), sha256(n::text::bytea), '', now()
        from generate_series(1, ${IMPORT_PRESETS_PER_VENDOR_MAX - 2}) n`.execute(product.deps.db)
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => create({ name, columns }, vendor)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('LIMIT_REACHED')
  })
})

test('names of columns and presets are not stored in plain text', async () => {
  const columns = { 'Gehalt von Rudi Rakete': { field: 'phone' } }
  await product.post(PRESETS, { name: 'Fuer Rudi Rakete', columns }, owner)
  const jobId = await hand.uploadAndRead(csv(Object.keys(columns), ['12']), WAITING)
  expect((await map(jobId, { columns })).status).toBe(202)
  for (const table of ['import_preset', 'remembered_mapping'] as const) {
    const rows = await product.deps.db.selectFrom(table).selectAll().execute()
    const bytes = rows
      .flatMap((row) => Object.values(row))
      .map((value) => Buffer.from(value as never).toString('latin1'))
    expect(rows.length).toBeGreaterThan(0)
    expect(bytes.join()).not.toContain('Rudi')
  }
})

describe('a suggestion', () => {
  test('can be sent back as it is, to the import and as a preset, also with a column called source', async () => {
    for (const column of ['City', 'source']) {
      const jobId = await hand.uploadAndRead(csv(['Mobile', column], [number(), 'web']), WAITING)
      const { suggestion: columns } = await mappingOf(jobId)
      const expected = { Mobile: { field: 'phone' }, [column]: { field: 'attribute', attribute: column } }
      const preset = await product.post(PRESETS, { name: `With ${column}`, columns }, owner)
      expect([preset.status, preset.body.columns]).toEqual([201, expected])
      expect((await map(jobId, { columns })).status).toBe(202)
      expect((await mappingOf(jobId)).confirmed).toEqual(expected)
    }
    const jobId = await hand.uploadAndRead(csv(['Mobile'], [number()]), WAITING)
    for (const columns of [{ source: 'OTHER', Mobile: { field: 'phone' } }, null, 'x', []])
      expect((await map(jobId, { columns })).status).toBe(400)
  })
})
