import { beforeAll, describe, expect, test } from 'vitest'
import { numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { findOrCreateStaticList } from '../contacts/lists/lists.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product, 'Bilal & Sons')
})

type Who = { token: string }
const newMobile = numbersFrom(90_000_000)
const newContact = async (labels: string[] = [], who: Who = vendor): Promise<string> =>
  (await product.post('/contacts', { mobile: newMobile(), labels }, { token: who.token })).body.id
const make = (body: object, who: Who = vendor) =>
  product.post('/contact-lists', { name: 'Customers', ...body }, { token: who.token })
const read = (id: string, who: Who = vendor) => product.get(`/contact-lists/${id}`, { token: who.token })
const add = (id: string, contactIds: unknown, who: Who = vendor) =>
  product.post(`/contact-lists/${id}/contacts`, { contactIds }, { token: who.token })
const take = (id: string, contactIds: unknown, who: Who = vendor) =>
  product.call('DELETE', `/contact-lists/${id}/contacts`, { contactIds }, { token: who.token })
const membersOf = async (id: string) =>
  (await product.get(`/contacts?listId=${id}`, { token: vendor.token })).body.data
    .map((c: { id: string }) => c.id)
    .sort()

describe('a list of contacts', () => {
  test('is static, contains the given contacts, and counts each once', async () => {
    const ids = [await newContact(), await newContact()]
    const { status, body } = await make({ contactIds: [...ids, ids[0]] })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Customers',
      kind: 'STATIC',
      labels: [],
      contacts: 2,
      createdAt: expect.any(String),
    })
    expect((await read(body.id)).body).toEqual(body)
    expect(await membersOf(body.id)).toEqual(ids.sort())
  })

  test('is found by its kind', async () => {
    const someone = await newVendor(product)
    const { body: fixed } = await make({ name: 'By kind' }, someone)
    const { body: following } = await make({ name: 'By kind', labels: ['kind'] }, someone)
    const found = async (kind: string) =>
      (await product.get(`/contact-lists?kind=${kind}&pageSize=1`, { token: someone.token })).body
    expect((await found('STATIC')).data).toEqual([fixed])
    expect((await found('DYNAMIC')).data).toEqual([following])
    expect((await found('STATIC')).total).toBe(1)
  })

  test('contacts can be added and removed, both idempotently', async () => {
    const [a, b] = [await newContact(), await newContact()]
    const { id } = (await make({})).body
    expect((await add(id, [a])).body).toMatchObject({ id, contacts: 1 })
    expect(await add(id, [a, b])).toMatchObject({ status: 200, body: { contacts: 2 } })
    expect((await take(id, [a, newId<'x'>(), 'nonsense'])).status).toBe(204)
    expect((await take(id, [a])).status).toBe(204)
    expect(await membersOf(id)).toEqual([b])
    await product.del(`/contacts/${b}`, { token: vendor.token })
    expect((await read(id)).body.contacts).toBe(0)
  })

  test("adds none of the contacts if one does not exist or is another vendor's", async () => {
    const mine = await newContact()
    const { id } = (await make({})).body
    for (const wrong of [newId<'x'>(), 'nonsense', await newContact([], other)]) {
      expect(await add(id, [mine, wrong])).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect((await make({ contactIds: [mine, wrong] })).status).toBe(404)
    }
    expect(await membersOf(id)).toEqual([])
    expect((await product.get('/contact-lists?pageSize=100', { token: vendor.token })).body.data).toHaveLength(3)
  })
})

describe('a dynamic list', () => {
  test('contains every contact with one of its labels', async () => {
    const both = await newContact(['Red', 'Blue'])
    const { status, body } = await make({ labels: ['RED', 'blue', 'red', 'Not yet'] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'DYNAMIC', labels: ['Blue', 'Not yet', 'Red'], contacts: 1 })
    const red = await newContact(['red'])
    const later = await newContact(['NOT YET'])
    expect(await membersOf(body.id)).toEqual([both, red, later].sort())
    await product.patch(`/contacts/${both}`, { labels: [] }, { token: vendor.token })
    expect((await read(body.id)).body.contacts).toBe(2)
  })

  test('does not accept explicit members', async () => {
    const { id } = (await make({ labels: ['Red'] })).body
    for (const answer of [await add(id, [await newContact()]), await take(id, [await newContact()])])
      expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })
})

describe('lists', () => {
  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['labels', { labels: [] }],
    ['labels', { labels: ['a'], contactIds: [] }],
    ['kind', { kind: 'STATIC' }],
  ])('invalid input is rejected with its field: %s', async (path, body) => {
    expect(await make(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('can be deleted without deleting their contacts', async () => {
    const contact = await newContact(['kept'])
    for (const body of [{ contactIds: [contact] }, { labels: ['kept'] }]) {
      const { id } = (await make(body)).body
      expect((await product.del(`/contact-lists/${id}`, { token: vendor.token })).status).toBe(204)
      for (const answer of [
        await read(id),
        await add(id, [contact]),
        await product.get(`/contacts?listId=${id}`, { token: vendor.token }),
      ])
        expect(answer.status).toBe(404)
    }
    expect((await product.get(`/contacts/${contact}`, { token: vendor.token })).body.labels).toEqual(['kept'])
  })

  test("another vendor's list is 404", async () => {
    const { id } = (await make({})).body
    const contact = await newContact([], other)
    const answers = [
      await read(id, other),
      await add(id, [contact], other),
      await take(id, [contact], other),
      await product.del(`/contact-lists/${id}`, { token: other.token }),
      await product.get(`/contacts?listId=${id}`, { token: other.token }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await product.get('/contact-lists', { token: other.token })).body.data).toEqual([])
    expect((await read(id)).status).toBe(200)
  })

  test('are returned newest first, in pages and by cursor, also for members', async () => {
    const member = await newMember(product, vendor.token)
    const page = async (query: string) => (await product.get(`/contact-lists?${query}`, { token: member.token })).body
    const all = (await page('pageSize=100')).data.map(({ id }: { id: string }) => id)
    expect(all).toEqual([...all].sort().reverse())
    const first = await page('pageSize=3')
    const second = await page(`pageSize=3&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 6))
    expect((await page('pageSize=3&page=2')).data).toEqual(second.data)
    expect(first.total).toBe(all.length)
  })

  test('concurrent lookups by name create one list', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, () =>
        inTransaction(product.deps.db, (tx) =>
          findOrCreateStaticList(tx, vendor.vendorId as VendorId, 'Imported', new Date()),
        ),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    await make({ name: 'By label', labels: ['Red'] })
    const named = await inTransaction(product.deps.db, (tx) =>
      findOrCreateStaticList(tx, vendor.vendorId as VendorId, 'By label', new Date()),
    )
    expect((await read(named)).body).toMatchObject({ kind: 'STATIC', name: 'By label' })
  })
})
