import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { disguises } from '../../../../tests/support/imports/disguises.ts'
import { formOf, statusOf, upload, uploadForm, uploadsKept } from '../../../../tests/support/imports/imports.ts'
import { filesUnder } from '../../../../tests/support/imports/stored-files.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { listen } from '../../../../tests/support/services/raw-http.ts'

const CSV = 'Name,Phone\nAsha,+919876543210\n'
const FILE = { name: 'file', value: CSV, fileName: 'contacts.csv', type: 'text/csv' }

let product: TestProduct
let token: string
let port: number
beforeAll(async () => {
  product = await startProduct({ env: { UPLOADS_PER_MINUTE: '100000' } })
  port = (await listen(product)).port
  token = (await newVendor(product)).token
})

let kept: Awaited<ReturnType<typeof uploadsKept>>
beforeEach(async () => {
  kept = await uploadsKept(product)
})
/** A rejection leaves no file, no row and no job. */
const expectNothingNew = () => eventually(async () => expect(await uploadsKept(product)).toEqual(kept), 10_000)

async function expectRefused(answer: { status: number; body: unknown }, status: number, code: string, detail?: RegExp) {
  expect(answer).toMatchObject({
    status,
    body: { status, code, ...(detail && { detail: expect.stringMatching(detail) }) },
  })
  await expectNothingNew()
}

test('a file is accepted with 202, stored encrypted, and gets a job', async () => {
  const answer = await upload(product, CSV, { token })
  expect(answer).toMatchObject({ status: 202, body: { status: 'UPLOADED', message: expect.any(String) } })
  expect(Object.keys(answer.body)).toEqual(['jobId', 'status', 'message'])
  expect(String(answer.headers['x-request-id'])).toMatch(/^[0-9a-f-]{36}$/)
  expect((await statusOf(product, token, answer.body.jobId)).history[0].status).toBe('UPLOADED')
  expect(await filesUnder(join(product.deps.config.dataDir, 'files'))).toHaveLength(1)
})

describe('rejected with 400 is', () => {
  test.each([undefined, ''])('an upload with the Idempotency-Key %j, which is none', async (key) =>
    expectRefused(await upload(product, CSV, { token, key }), 400, 'IDEMPOTENCY_KEY_REQUIRED'),
  )

  test.each([' ', 'a b', 'x'.repeat(256)])('the Idempotency-Key %j', async (key) =>
    expectRefused(await upload(product, CSV, { token, key }), 400, 'VALIDATION_FAILED'),
  )

  test.each(['', 'a b'])('the Idempotency-Key %j before the file has arrived', async (key) => {
    const sending = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/v1/contacts/import',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
        'idempotency-key': key,
      },
    })
    sending.on('error', () => {}) // the connection may be closed before everything is sent
    sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName')
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(400)
    sending.destroy()
    await expectNothingNew()
  })

  test('a form without a file', async () => {
    await expectRefused(await uploadForm(product, token, []), 400, 'FILE_REQUIRED')
    await expectRefused(await uploadForm(product, token, [{ name: 'autoMap', value: 'true' }]), 400, 'FILE_REQUIRED')
    await expectRefused(await uploadForm(product, token, [{ name: 'file', value: CSV }]), 400, 'FILE_REQUIRED')
  })

  test.each(['contacts.csv', 'contacts.xlsx', 'contacts.pdf'])('an empty %s', async (fileName) =>
    expectRefused(await upload(product, '', { token, fileName }), 400, 'EMPTY_FILE'),
  )

  test.each(['vendorId', 'status', 'role', 'file2', 'File', 'files[]', '__proto__', 'constructor', ''])(
    'the unknown part %j',
    async (name) => {
      for (const parts of [
        [FILE, { name, value: 'x' }],
        [{ name, value: 'x' }, FILE],
        [FILE, { ...FILE, name }],
      ])
        await expectRefused(await uploadForm(product, token, parts), 400, 'VALIDATION_FAILED')
    },
  )

  test('a second file, even an equal one, and a file in place of a text', async () => {
    await expectRefused(await uploadForm(product, token, [FILE, FILE]), 400, 'VALIDATION_FAILED')
    await expectRefused(await uploadForm(product, token, [{ ...FILE, name: 'labels' }, FILE]), 400, 'VALIDATION_FAILED')
  })

  test('a repeated field', async () => {
    const field = { name: 'defaultCountry', value: 'IN' }
    await expectRefused(
      await uploadForm(product, token, [field, FILE, field]),
      400,
      'VALIDATION_FAILED',
      /defaultCountry/,
    )
  })

  const long = 'x'.repeat(300_000)
  test.each([
    ['defaultCountry', ['', 'I', 'IND', 'XX', '91', 'India', long]],
    ['mergeStrategy', ['', 'merge_labels', 'REPLACE', 'MERGE_LABELS ', '1', long]],
    [
      'labels',
      ['[1]', '["a"', '{"a":1}x'.padEnd(101, 'x'), '[""]', 'a,,b', 'x'.repeat(101), 'a,'.repeat(51), '[["a"]]'],
    ],
    ['mapping', ['', '[]', '{', '"Phone"', '{"Phone":"phone"}', '{"Phone":{"field":"fax"}}', 'null', '1']],
    ['mapping', ['{"Phone":{"field":"phone","more":1}}', '{"Phone":{"field":"attribute","attribute":1}}', long]],
    ['autoMap', ['', '1', 'yes', 'TRUE', 'on', '[true]', long]],
    ['allowDuplicateFile', ['', '1', 'yes', 'null']],
    ['confirmFullReplace', ['', '0', 'no', '"true"x']],
    ['listName', ['', ' ', 'x'.repeat(201), long]],
  ])('an invalid value of %s', async (name, values) => {
    for (const value of values) {
      const first = await uploadForm(product, token, [{ name, value }, FILE])
      expect(first, value.slice(0, 40)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
      expect(JSON.stringify(first.body)).toContain(name)
      expect((await uploadForm(product, token, [FILE, { name, value }])).status, value.slice(0, 40)).toBe(400)
    }
    await expectNothingNew()
  })

  test.each([
    ['{"columns":{"A":"phone"}}', 'mapping.columns.A'],
    ['{"columns":{"A":{"field":"fax"}},"defaultCountry":"XX"}', 'mapping.columns.A.field'],
    ['{"columns":{"A":{"field":"fax"}},"defaultCountry":"XX"}', 'mapping.defaultCountry'],
    ['{"A":{"field":"fax"}}', 'mapping.A.field'],
    ['{"headerRow":"3"}', 'mapping.headerRow'],
    ['x', 'mapping'],
  ])('a mapping such as %s, with the place of the mistake: %s', async (value, path) => {
    const { body } = await uploadForm(product, token, [{ name: 'mapping', value }, FILE])
    expect(body.errors).toContainEqual({ path, message: expect.any(String) })
  })

  test('ten thousand parts', async () => {
    const parts = Array.from({ length: 10_000 }, (_, i) => ({ name: `part${i}`, value: 'x' }))
    await expectRefused(await uploadForm(product, token, parts), 400, 'VALIDATION_FAILED')
    await expectRefused(await uploadForm(product, token, [FILE, ...parts]), 400, 'VALIDATION_FAILED')
    const known = Array.from({ length: 10_000 }, () => ({ name: 'labels', value: 'x' }))
    await expectRefused(await uploadForm(product, token, known), 400, 'VALIDATION_FAILED')
  })

  const broken: [string, (payload: string) => string][] = [
    ['without its last boundary', (text) => text.slice(0, text.lastIndexOf('\r\n--'))],
    ['cut in the middle of the file', (text) => text.slice(0, text.indexOf('Asha') + 2)],
    ['cut in a header', (text) => text.slice(0, text.indexOf('filename'))],
    ['with another boundary', (text) => text.replaceAll('----harkara', '----other')],
    ['without a part', () => 'hello'],
  ]
  test.each(broken)('a form %s', async (_what, breakIt) => {
    const form = formOf([FILE])
    const headers = { 'content-type': form.contentType, 'idempotency-key': randomUUID() }
    const answer = await product.send('POST', '/contacts/import', breakIt(form.payload.toString()), { token, headers })
    expect(answer.status).toBe(400)
    await expectNothingNew()
  })

  test('a form without a boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data', 'idempotency-key': randomUUID() }
    const answer = await product.send('POST', '/contacts/import', formOf([FILE]).payload, { token, headers })
    await expectRefused(answer, 400, 'VALIDATION_FAILED')
  })
})

test('fields may precede or follow the file and may be JSON parts', async () => {
  const { token: own } = await newVendor(product)
  const mapping = { Phone: { field: 'phone' }, Name: { field: 'attribute', attribute: 'who' } }
  const answer = await uploadForm(product, own, [
    { name: 'labels', value: '["vip","new"]', type: 'application/json' },
    FILE,
    { name: 'mapping', value: JSON.stringify(mapping), type: 'application/json' },
    { name: 'defaultCountry', value: ' in ' },
    { name: 'mergeStrategy', value: 'SKIP_DUPLICATES' },
    { name: 'autoMap', value: 'false' },
    { name: 'listName', value: 'From a fair' },
    { name: 'allowDuplicateFile', value: 'true' },
    { name: 'confirmFullReplace', value: 'false' },
  ])
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  const job = await product.deps.db
    .selectFrom('import_job')
    .select(['labels', 'default_country', 'merge_strategy', 'auto_map'])
    .where('id', '=', answer.body.jobId)
    .executeTakeFirstOrThrow()
  expect(job).toEqual({
    labels: ['vip', 'new'],
    default_country: 'IN',
    merge_strategy: 'SKIP_DUPLICATES',
    auto_map: false,
  })
})

describe('rejected with 415 is', () => {
  test('every disguised file, and nothing is stored', async () => {
    for (const { what, ...file } of disguises) {
      const answer = await upload(product, file.content, { token, ...file })
      expect(answer, what).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_FILE_TYPE' } })
    }
    await expectNothingNew()
  })

  test.each(['application/json', 'text/csv', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'a body of %s instead of a form',
    async (type) => {
      const headers = { 'content-type': type, 'idempotency-key': randomUUID() }
      const answer = await product.send('POST', '/contacts/import', '{}', { token, headers })
      await expectRefused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    },
  )
})

describe('the permission to upload', () => {
  test('is checked before anything is stored', async () => {
    await expectRefused(await upload(product, CSV, { token: 'nobody' }), 401, 'UNAUTHENTICATED')
    const operator = await product.post('/auth/login', {
      email: 'operator@harkara.test',
      password: 'sandbox-harkara-1',
    })
    await expectRefused(await upload(product, CSV, { token: operator.body.accessToken }), 403, 'FORBIDDEN')
  })

  test('is given to every member, but FULL_REPLACE needs an administrator and a confirmation', async () => {
    const admin = await newVendor(product)
    const member = await newMember(product, admin.token)
    kept = await uploadsKept(product)
    const replace = (confirmed: string) => ({ mergeStrategy: 'FULL_REPLACE', confirmFullReplace: confirmed })
    await expectRefused(await upload(product, CSV, { ...member, fields: replace('true') }), 403, 'FORBIDDEN')
    const unsure = await upload(product, CSV, { ...admin, fields: replace('false') })
    await expectRefused(unsure, 422, 'FULL_REPLACE_NOT_CONFIRMED')
    expect((await upload(product, CSV, member)).status).toBe(202)
    expect((await upload(product, `${CSV}\n`, { ...admin, fields: replace('true') })).status).toBe(202)
  })
})
