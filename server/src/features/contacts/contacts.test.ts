import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product, 'Bilal & Sons')
})

let counter = 0
/** An Indian mobile number that is unique in this file. */
const newMobile = () => `9198${String(10_000_000 + ++counter)}`
const create = (body: object = {}, who: { token: string } = vendor) =>
  product.post('/contacts', { mobile: newMobile(), ...body }, { token: who.token })
const read = (id: string, who: { token: string } = vendor) => product.get(`/contacts/${id}`, { token: who.token })
const change = (id: string, body: object, who: { token: string } = vendor) =>
  product.patch(`/contacts/${id}`, body, { token: who.token })
const remove = (id: string, who: { token: string } = vendor) => product.del(`/contacts/${id}`, { token: who.token })
const history = async (id: string) => (await product.get(`/contacts/${id}/history`, { token: vendor.token })).body.data

/** Names of eight attributes, and attributes of 32 KB each with their names. */
const FULL = Array.from({ length: 8 }, (_, i) => `a${i}`)
const sized = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'x'.repeat(32 * 1024 - name.length)]))

describe('a contact', () => {
  test('is returned as it was written, with its number in digits and as E.164', async () => {
    const mobile = newMobile()
    const { status, body } = await create({
      mobile: `+${mobile.slice(0, 2)} ${mobile.slice(2, 7)}-${mobile.slice(7)}`,
      name: '  Asha   Rao ',
      labels: ['VIP', 'Delhi', 'vip'],
      attributes: { city: ' Pune ', empty: '' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Asha Rao',
      mobile,
      e164: `+${mobile}`,
      countryCode: 'IN',
      labels: ['VIP', 'Delhi'],
      attributes: { city: 'Pune' },
      source: 'MANUAL',
      optedOutAt: null,
      optOutReason: null,
      consent: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    })
    expect((await read(body.id)).body).toEqual(body)
  })

  test('needs nothing but a number', async () => {
    expect((await create()).body).toMatchObject({ name: '', labels: [], attributes: {}, source: 'MANUAL' })
  })

  test('with an existing number is rejected, and the error names the existing contact', async () => {
    const { body: first } = await create({ name: 'Asha' })
    const again = await create({ mobile: `00${first.mobile}`, name: 'Somebody else', labels: ['new'] })
    expect(again).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS', existingContactId: first.id } })
    expect((await read(first.id)).body).toEqual(first)
    expect((await create({ mobile: first.mobile }, other)).status).toBe(201)
  })

  test('is created by one of ten concurrent requests with the same number', async () => {
    const mobile = newMobile()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ mobile, labels: ['raced'] })))
    const [created] = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 201) expect(body).toMatchObject({ code: 'CONTACT_EXISTS', existingContactId: created?.body.id })
  })

  test.each([
    ['letters', 'call me maybe', 'malformed number'],
    ['too short', '+91 98765', 'invalid digit count'],
    ['an unknown country', '+999 123 456 789', 'invalid country code'],
    ['the right length, but impossible', '+91 11111 11111', 'impossible number'],
  ])('with an invalid number is rejected with the reason: %s', async (_, mobile, message) => {
    const { status, body } = await create({ mobile })
    expect({ status, code: body.code, errors: body.errors }).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'mobile', message }],
    })
    expect(JSON.stringify(body)).not.toContain(mobile)
  })

  test.each([
    ['mobile', { mobile: undefined }],
    ['mobile', { mobile: 919_876_543_210 }],
    ['name', { name: null }],
    ['name', { name: 'x'.repeat(501) }],
    ['labels.0', { labels: ['x'.repeat(101)] }],
    ['labels.0', { labels: [' '] }],
    ['labels', { labels: 'VIP' }],
    ['attributes.city', { attributes: { city: 7 } }],
    ['attributes.name', { attributes: { name: 'not this way' } }],
    ['attributes', { attributes: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`a${i}`, 'x'])) }],
    ['source', { source: 'IMPORT' }],
    ['vendorId', { vendorId: newId<'vendor'>() }],
  ])('with invalid input is rejected with the name of the field: %s', async (path, body) => {
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  test('with more than ten labels keeps them all and has a warning', async () => {
    const labels = Array.from({ length: 12 }, (_, i) => `label ${i}`)
    const { body } = await create({ labels })
    expect(body).toMatchObject({ labels, warnings: ['more than 10 labels'] })
    expect((await read(body.id)).body).not.toHaveProperty('warnings')
    expect((await change(body.id, { labels: labels.slice(0, 10) })).body).not.toHaveProperty('warnings')
  })
})

describe('a change', () => {
  test('of attributes affects only those named; null and an empty value remove one', async () => {
    const { body } = await create({ attributes: { city: 'Pune', tier: 'gold', pet: 'cat' } })
    const changed = await change(body.id, { attributes: { city: 'Mumbai', tier: null, pet: '', shoe: '42' } })
    expect(changed).toMatchObject({ status: 200, body: { attributes: { city: 'Mumbai', shoe: '42' } } })
  })

  test('of the labels replaces them all; existing spellings are kept', async () => {
    await create({ labels: ['Gold Tier'] })
    const { body } = await create({ labels: ['one', 'two'] })
    expect((await change(body.id, { labels: ['TWO', 'gold tier'] })).body.labels).toEqual(['two', 'Gold Tier'])
    expect((await change(body.id, { labels: [] })).body.labels).toEqual([])
  })

  test('of name or attributes makes a contact MANUAL, even if the values are the same; of labels it does not', async () => {
    const mobile = newMobile()
    const bulk = (body: object) => product.post('/contacts/bulk', [{ mobile, ...body }], { token: vendor.token })
    await bulk({ name: 'Asha' })
    const find = async () => (await product.post('/contacts/search', { search: mobile }, { token: vendor.token })).body
    const [contact] = (await find()).data
    expect(contact.source).toBe('API')
    expect((await change(contact.id, { labels: ['x'] })).body.source).toBe('API')
    expect((await change(contact.id, { name: 'Asha' })).body.source).toBe('MANUAL')
    await bulk({ name: 'A much longer name', attributes: { city: 'Pune' }, labels: ['y'] })
    expect((await read(contact.id)).body).toMatchObject({ name: 'Asha', attributes: {}, labels: ['x', 'y'] })
  })

  test('without effect leaves no audit entry', async () => {
    const { body } = await create({ name: 'Asha', labels: ['a', 'b'], attributes: { city: 'Pune' } })
    const same = await change(body.id, { name: 'Asha', labels: ['B', 'A'], attributes: { city: 'Pune' } })
    expect(same.body).toEqual(body)
    expect((await change(body.id, {})).body).toEqual(body)
    expect(await history(body.id)).toHaveLength(1)
  })

  test('of the number is rejected, because it identifies the contact', async () => {
    const { body } = await create()
    const answer = await change(body.id, { mobile: newMobile() })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'mobile' }] } })
  })

  test('made concurrently with others is not lost', async () => {
    const { body } = await create()
    await Promise.all(Array.from({ length: 8 }, (_, i) => change(body.id, { attributes: { [`key${i}`]: `${i}` } })))
    expect(Object.keys((await read(body.id)).body.attributes)).toHaveLength(8)
  })

  test('that exceeds the maximum number of attributes is rejected', async () => {
    const attributes = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${from + i}`, 'x']))
    const { body } = await create({ attributes: attributes(0, 1_000) })
    expect(await change(body.id, { attributes: { one: 'more' } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'attributes' }] },
    })
    expect((await change(body.id, { attributes: { a0: null, one: 'instead' } })).status).toBe(200)
  })

  test('that exceeds the total size of attributes is rejected, as in a new contact and in an item of a bulk call', async () => {
    const [first, second] = [FULL.slice(0, 4), FULL.slice(4)].map((names) => sized(names))
    const refused = {
      status: 400,
      body: { errors: [{ path: 'attributes', message: expect.stringContaining('256 KB') }] },
    }
    expect(await create({ attributes: { ...first, ...second, more: 'x' } })).toMatchObject(refused)
    const { body } = await create({ attributes: first })
    expect((await change(body.id, { attributes: second })).status).toBe(200)
    expect(await change(body.id, { attributes: { more: 'x' } })).toMatchObject(refused)
    expect((await change(body.id, { attributes: { a0: null, more: 'x' } })).status).toBe(200)
    const items = [
      { mobile: newMobile(), attributes: { ...first, ...second } },
      { mobile: newMobile(), attributes: { ...first, ...second, more: 'x' } },
    ]
    const bulk = (contacts: object[]) => product.post('/contacts/bulk', { contacts }, { token: vendor.token })
    expect((await bulk(items)).body).toMatchObject({
      created: 1,
      failed: [{ index: 1, reason: expect.stringContaining('256 KB') }],
    })
    // Merging does not lead past the limit either.
    expect((await bulk([{ mobile: items[0]?.mobile, attributes: { more: 'x' } }])).body).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
      failed: [],
      warnings: [{ index: 0, warning: 'attributes not added' }],
    })
  })
})

describe('the history of a contact', () => {
  test('lists every change with its author and time, newest first', async () => {
    const { body } = await create()
    const member = await newMember(product, vendor.token)
    await change(body.id, { name: 'Asha' }, member)
    const key = (await product.post('/vendor/api-keys', { name: 'k' }, { token: vendor.token })).body.key
    await change(body.id, { labels: ['x'] }, { token: key })
    expect(await history(body.id)).toEqual([
      { action: 'UPDATE', at: expect.any(String), actorId: null, jobId: null },
      { action: 'UPDATE', at: expect.any(String), actorId: member.userId, jobId: null },
      { action: 'CREATE', at: expect.any(String), actorId: vendor.userId, jobId: null },
    ])
  })

  test('keeps the previous data, encrypted, until the contact is deleted', async () => {
    const { body } = await create({ name: 'Asha', labels: ['x'] })
    const made = await product.deps.db
      .selectFrom('contact')
      .select('profile_cipher')
      .where('id', '=', body.id)
      .executeTakeFirst()
    await change(body.id, { name: 'Asha Rao', labels: ['y'] })
    const rows = () =>
      product.deps.db
        .selectFrom('contact_audit')
        .selectAll()
        .where('contact_id', '=', body.id)
        .orderBy('revision')
        .execute()
    const [creation, changed] = await rows()
    expect([creation?.before_cipher, creation?.labels_before]).toEqual([null, []])
    expect(changed?.before_cipher).toEqual(made?.profile_cipher)
    expect(changed?.labels_before).toEqual(creation?.labels_after)
    await remove(body.id)
    const left = await rows()
    expect(left.map(({ action, revision }) => [action, revision])).toEqual([
      ['CREATE', 1],
      ['UPDATE', 2],
      ['DELETE', 3],
    ])
    for (const row of left) expect(row.before_cipher).toBeNull()
    expect(left[2]?.labels_before).toEqual(changed?.labels_after)
  })
})

describe('a deleted contact', () => {
  test('is gone, and its number can be used again', async () => {
    const { body } = await create({ labels: ['x'] })
    expect((await remove(body.id)).status).toBe(204)
    for (const answer of [await read(body.id), await remove(body.id), await change(body.id, { name: 'x' })])
      expect(answer.status).toBe(404)
    const again = await create({ mobile: body.mobile })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(body.id)
  })
})

describe("another vendor's contact", () => {
  test('is 404 on every route', async () => {
    const { body } = await create({ name: 'Zubeida', labels: ['secret'] })
    const options = { token: other.token }
    const answers = [
      await read(body.id, other),
      await change(body.id, { name: 'x' }, other),
      await remove(body.id, other),
      await product.get(`/contacts/${body.id}/history`, options),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    for (const search of ['Zubeida', body.mobile])
      expect((await product.post('/contacts/search', { search }, options)).body.total).toBe(0)
    expect((await product.get('/contacts?label=secret', options)).body.total).toBe(0)
    expect(JSON.stringify((await product.get('/labels', options)).body)).not.toContain('secret')
    expect((await read(body.id)).body).toEqual(body)
  })
})
