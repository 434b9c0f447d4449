import { beforeAll, describe, expect, test } from 'vitest'
import { csv, statusOf, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let token: string
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>

beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  token = owner.token
  hand = byHand(product, owner)
})

const mappingOf = (jobId: string) => product.get(`/contacts/import/${jobId}/mapping`, { token })
const map = (jobId: string, body: unknown) => product.post(`/contacts/import/${jobId}/mapping`, body, { token })
const previewOf = async (jobId: string) => (await product.get(`/contacts/import/${jobId}/preview`, { token })).body
const NOT_AUTOMATIC = { fields: { autoMap: 'false' } }

async function toReview(jobId: string) {
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  return previewOf(jobId)
}

describe('the columns of a file', () => {
  test('are shown with samples and a suggestion; without autoMap the job waits for the vendor', async () => {
    const jobId = await hand.uploadAndRead(
      csv(['Full Name', 'Mobile', 'Tags', 'City', 'City', ''], ['Asha', '9876510001', 'vip', 'Pune', 'Goa', 'x']),
      NOT_AUTOMATIC,
    )
    expect(await statusOf(product, token, jobId)).toMatchObject({
      status: 'AWAITING_MAPPING',
      needsAction: true,
      terminal: false,
      stats: { totalRows: 1, processedRows: 0 },
    })
    const { status, body } = await mappingOf(jobId)
    expect(status).toBe(200)
    expect(body.headers).toEqual([
      { column: 'Full Name', samples: ['Asha'] },
      { column: 'Mobile', samples: ['9876510001'] },
      { column: 'Tags', samples: ['vip'] },
      { column: 'City', samples: ['Pune'] },
      { column: 'City (2)', samples: ['Goa'] },
      { column: 'Column F', samples: ['x'] },
    ])
    expect(body.suggestionSource).toBe('HEADERS')
    expect(body.suggestion).toEqual({
      source: 'HEADERS',
      'Full Name': { field: 'name' },
      Mobile: { field: 'phone' },
      Tags: { field: 'labels' },
      City: { field: 'attribute', attribute: 'City' },
      'City (2)': { field: 'attribute', attribute: 'City (2)' },
      'Column F': { field: 'attribute', attribute: 'Column F' },
    })
    expect(body.confirmed).toBeNull()
  })

  test('without a phone column make the job wait too, even with autoMap', async () => {
    const jobId = await hand.uploadAndRead(csv(['Name', 'Town'], ['Asha', 'Pune'], ['Ben', 'Goa']))
    expect(await statusOf(product, token, jobId)).toMatchObject({ status: 'AWAITING_MAPPING', needsAction: true })
  })

  test('are found below titles and blank rows; titles are not rows, and rows keep their numbers', async () => {
    const file =
      'Customers of May,,\n\nRegion: South,,\nFull name,Mobile no.,City\nAsha,9876511001,Pune\n\nBen,12,Goa\n'
    const jobId = await hand.uploadAndRead(file)
    expect((await mappingOf(jobId)).body).toMatchObject({
      headerRow: 4,
      headers: [{ column: 'Full name' }, { column: 'Mobile no.' }, { column: 'City' }],
    })
    const preview = await toReview(jobId)
    expect(preview).toMatchObject({ totalValid: 1, totalErrors: 1 })
    expect(preview.validSample).toMatchObject([{ name: 'Asha', rowIndex: 5 }])
    expect(preview.errorSample).toMatchObject([{ rowIndex: 7, rowData: { 'Full name': 'Ben', City: 'Goa' } }])
    expect(await statusOf(product, token, jobId)).toMatchObject({ stats: { totalRows: 2 } })
  })

  test('of a file without a header are recognised by their content, and no name is lost', async () => {
    const jobId = await hand.uploadAndRead(
      csv(
        ['vip', 'Asha Rao', '9876511011', '20.5.'],
        ['vip', 'José Núñez', '9876511012', '7'],
        ['vip', 'Ben', '12', '8'],
      ),
    )
    const { body } = await mappingOf(jobId)
    expect(body).toMatchObject({
      headerRow: 0,
      confirmed: { 'Column B': { field: 'name' }, 'Column C': { field: 'phone' } },
    })
    const preview = await toReview(jobId)
    expect(preview.validSample).toMatchObject([
      { name: 'Asha Rao', rowIndex: 1 },
      { name: 'José Núñez', rowIndex: 2 },
    ])
    expect(preview.errorSample).toMatchObject([{ rowIndex: 3 }])
  })

  test('make the job wait if two of them may be the names, with the first as the suggestion', async () => {
    const jobId = await hand.uploadAndRead(csv(['Asha', 'Rao', '9876511021'], ['Ben', 'Kumar', '9876511022']))
    expect(await statusOf(product, token, jobId)).toMatchObject({ status: 'AWAITING_MAPPING', needsAction: true })
    const { suggestion } = (await mappingOf(jobId)).body
    expect(suggestion).toMatchObject({ 'Column A': { field: 'name' }, 'Column C': { field: 'phone' } })
    const columns = {
      'Column A': { field: 'firstName' },
      'Column B': { field: 'lastName' },
      'Column C': { field: 'phone' },
    }
    expect((await map(jobId, { columns })).status).toBe(202)
    expect((await toReview(jobId)).validSample).toMatchObject([{ name: 'Asha Rao' }, { name: 'Ben Kumar' }])
  })

  test('are confirmed by the vendor: several phone columns, a renamed attribute, the rest ignored', async () => {
    const jobId = await hand.uploadAndRead(
      csv(['Who', 'A', 'B', 'Town', 'Secret'], ['Asha', '9876510011', '9876510012', 'Pune', 'hush']),
      NOT_AUTOMATIC,
    )
    const columns = {
      Who: { field: 'name' },
      A: { field: 'phone' },
      B: { field: 'phone' },
      Town: { field: 'attribute', attribute: 'city' },
    }
    expect(await map(jobId, { columns })).toMatchObject({ status: 202, body: { jobId, status: 'MAPPING_CONFIRMED' } })
    expect((await statusOf(product, token, jobId)).status).toBe('QUEUED')
    expect((await mappingOf(jobId)).body.confirmed).toMatchObject({ ...columns, Secret: { field: 'ignore' } })
    const preview = await toReview(jobId)
    expect(preview.validSample.map((item: { _normalized: { e164: string } }) => item._normalized.e164)).toEqual([
      '+919876510011',
      '+919876510012',
    ])
    await hand.confirmAndPersist(jobId)
    const { body } = await product.post('/contacts/search', { search: '9876510011' }, { token })
    expect(body.data[0]).toMatchObject({ name: 'Asha', attributes: { city: 'Pune' } })
    expect(JSON.stringify(body)).not.toContain('hush')
  })

  test('no phone column is 422, an unknown column or use is 400, and the job is unaffected', async () => {
    const jobId = await hand.uploadAndRead(csv(['Who', 'A'], ['Asha', '9876510021']), NOT_AUTOMATIC)
    expect(await map(jobId, { columns: { Who: { field: 'name' } } })).toMatchObject({ status: 422 })
    for (const columns of [
      { A: { field: 'phone' }, Nope: { field: 'name' } },
      { A: { field: 'telephone' } },
      { A: { field: 'phone', colour: 'red' } },
      { A: 'phone' },
    ])
      expect(await map(jobId, { columns }), JSON.stringify(columns)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      })
    expect(await map(jobId, { columns: { A: { field: 'phone' } }, surprise: 1 })).toMatchObject({ status: 400 })
    expect((await statusOf(product, token, jobId)).status).toBe('AWAITING_MAPPING')
    expect((await map(jobId, { columns: { A: { field: 'phone' } } })).status).toBe(202)
    expect(await map(jobId, { columns: { A: { field: 'phone' } } })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', currentStatus: 'QUEUED' },
    })
  })

  test('default country, strategy and labels may be sent with the mapping', async () => {
    const jobId = await hand.uploadAndRead(csv(['Who', 'A'], ['Asha', '020 7946 0018']), NOT_AUTOMATIC)
    const columns = { Who: { field: 'name' }, A: { field: 'phone' } }
    const given = { columns, defaultCountry: 'gb', mergeStrategy: 'UPDATE_METADATA', labels: ['London'] }
    expect((await map(jobId, given)).status).toBe(202)
    expect((await toReview(jobId)).validSample).toMatchObject([
      { labels: ['London'], _normalized: { e164: '+442079460018', countryCode: 'GB' }, _countrySource: 'DEFAULT' },
    ])
    const { body } = await product.get('/contacts/import', { token })
    expect(body.data[0]).toMatchObject({ jobId, mergeStrategy: 'UPDATE_METADATA' })
  })

  test('a mapping sent with the upload is used; one that does not fit the file makes the job wait', async () => {
    const mapping = JSON.stringify({ A: { field: 'phone' }, Who: { field: 'firstName' } })
    const fits = await hand.uploadAndRead(csv(['Who', 'A'], ['Asha', '9876510031']), { fields: { mapping } })
    expect(await toReview(fits)).toMatchObject({ validSample: [{ name: 'Asha' }] })
    const other = await hand.uploadAndRead(csv(['Name', 'Phone'], ['Asha', '9876510032']), { fields: { mapping } })
    expect((await statusOf(product, token, other)).status).toBe('AWAITING_MAPPING')
  })

  test('may be sent with the upload in the format of POST mapping, including its other settings', async () => {
    const columns = { A: { field: 'phone' }, columns: { field: 'firstName' } }
    const file = csv(['columns', 'A'], ['Asha', '020 7946 0018'])
    const mapping = JSON.stringify({
      columns,
      defaultCountry: 'gb',
      labels: ['London'],
      mergeStrategy: 'UPDATE_METADATA',
    })
    const jobId = await hand.uploadAndRead(file, { fields: { mapping, defaultCountry: 'IN', autoMap: 'false' } })
    expect((await mappingOf(jobId)).body.confirmed).toEqual(columns)
    expect(await toReview(jobId)).toMatchObject({
      validSample: [{ name: 'Asha', labels: ['London'], _normalized: { e164: '+442079460018' } }],
    })
    expect((await product.get(`/contacts/import/${jobId}`, { token })).body).toMatchObject({
      defaultCountry: 'GB',
      mergeStrategy: 'UPDATE_METADATA',
    })
    const bare = JSON.stringify({ columns: { field: 'phone' } })
    const other = await hand.uploadAndRead(csv(['columns'], ['9876511031']), { fields: { mapping: bare } })
    expect((await mappingOf(other)).body.confirmed).toEqual({ columns: { field: 'phone' } })
    for (const wrong of ['[]', 'x', '{"columns":{"A":"phone"}}', '{"columns":{},"colour":"red"}'])
      expect(await upload(product, file, { token, fields: { mapping: wrong } }), wrong).toMatchObject({ status: 400 })
    const replace = JSON.stringify({ columns, mergeStrategy: 'FULL_REPLACE' })
    expect(await upload(product, file, { token, fields: { mapping: replace } })).toMatchObject({
      status: 422,
      body: { code: 'FULL_REPLACE_NOT_CONFIRMED' },
    })
  })

  test('with names such as __proto__ are treated like any other column', async () => {
    const jobId = await hand.uploadAndRead(
      csv(['Phone', '__proto__', 'constructor', 'toString'], ['9876510041', 'a', 'b', 'c'], ['12', 'd', 'e', 'f']),
    )
    const preview = await toReview(jobId)
    expect(JSON.stringify(preview.errorSample[0].rowData)).toBe(
      '{"Phone":"12","__proto__":"d","constructor":"e","toString":"f"}',
    )
    const report = await product.get(`/contacts/import/${jobId}/reports/errors`, { token })
    expect(report.body).toMatch(
      /^Phone,__proto__,constructor,toString,FailureReason,RowId\r\n12,d,e,f,invalid digit count,[\w-]{48}\r\n$/,
    )
    await hand.confirmAndPersist(jobId)
    const { body } = await product.post('/contacts/search', { search: '9876510041' }, { token })
    expect(JSON.stringify(body.data[0].attributes)).toBe('{"__proto__":"a","constructor":"b","toString":"c"}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('what-if by default country', () => {
  const whatIf = (jobId: string, query: string, as = token) =>
    product.get(`/contacts/import/${jobId}/what-if${query}`, { token: as })
  /** Numbers that tell their country, numbers that depend on the default, on the majority or on the vendor. */
  const file = csv(
    ['Name', 'Phone', 'Country'],
    ['A', '+447400123456', ''],
    ['B', '447400123457', ''],
    ['C', '07400 123458', ''],
    ['D', '98765 12001', ''],
    ['E', '9290016774', ''],
    ['F', '050 123 4567', ''],
    ['G', '12', ''],
    ['H', '07400 123459 / 98765 12002', ''],
    ['I', '07400 123460', 'GB'],
    ['J', '98765 12003', 'Narnia'],
  )

  test('counts what an upload with each of these countries gives, and changes nothing', async () => {
    const small = byHand(product, owner, 3)
    const countries = ['IN', 'AE', 'GB']
    const numbersOf = async (jobId: string) => {
      const { validSample } = await previewOf(jobId)
      const rows = new Map<number, string>()
      for (const { rowIndex, _normalized } of validSample)
        rows.set(rowIndex, `${rows.get(rowIndex) ?? ''}${_normalized.e164}`)
      return rows
    }
    const uploaded = async (fields: Record<string, string>) => {
      const jobId = await small.toReview(file, { fields })
      const { stats } = await statusOf(product, token, jobId)
      const warnings: string = (await product.get(`/contacts/import/${jobId}/reports/warnings`, { token })).body
      const numbers = await numbersOf(jobId)
      const ambiguous = warnings.split('ambiguous country').length - 1
      return { jobId, stats, ambiguous, numbers }
    }
    const expected = []
    const plain = await uploaded({})
    const before = [await statusOf(product, token, plain.jobId), await previewOf(plain.jobId)]
    const { body } = await whatIf(plain.jobId, `?countries=${countries.join(',').toLowerCase()},in`)
    expect([await statusOf(product, token, plain.jobId), await previewOf(plain.jobId)]).toEqual(before)
    await product.post(`/contacts/import/${plain.jobId}/cancel`, undefined, { token })
    for (const country of countries) {
      const { jobId, stats, ambiguous, numbers } = await uploaded({ defaultCountry: country })
      const rows = Array.from({ length: 10 }, (_, i) => i + 2)
      const changed = rows.filter((row) => numbers.get(row) !== plain.numbers.get(row)).length
      expected.push({ country, valid: stats.validRows, ambiguous, failed: stats.invalidRows, changed })
      await product.post(`/contacts/import/${jobId}/cancel`, undefined, { token })
    }
    expect(body).toEqual(expected)
    expect(new Set(expected.map(({ changed }) => changed)).size).toBeGreaterThan(1)
  })

  test('is refused for unknown countries, outside the review and for other vendors', async () => {
    const jobId = await hand.uploadAndRead(file)
    expect(await whatIf(jobId, '?countries=IN')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    const stranger = await newVendor(product)
    expect((await whatIf(jobId, '?countries=IN', stranger.token)).status).toBe(404)
    const eleven = 'IN,AE,GB,US,DE,FR,ES,IT,NL,BE,AT'
    for (const query of ['', '?countries=', '?countries=XX', '?countries=IN,,AE', `?countries=${eleven}`])
      expect((await whatIf(jobId, query)).status, query).toBe(400)
  })
})
