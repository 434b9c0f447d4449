import { beforeAll, describe, expect, test } from 'vitest'
import { numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { listLabels } from './labels.sql.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})
const newMobile = numbersFrom(80_000_000)
const make = (name: unknown) => product.post('/labels', { name }, { token: vendor.token })
const labels = async (query = 'pageSize=100') => (await product.get(`/labels?${query}`, { token: vendor.token })).body

describe('labels', () => {
  test('are created once; another spelling returns the existing one', async () => {
    const made = await make('  Gold   Tier ')
    expect(made).toMatchObject({ status: 201, body: { id: expect.any(String), name: 'Gold Tier', contacts: 0 } })
    expect(await make('GOLD tier')).toMatchObject({ status: 200, body: made.body })
    const raced = await Promise.all(Array.from({ length: 10 }, () => make('Silver')))
    expect(raced.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(raced.map(({ body }) => body.id)).size).toBe(1)
  })

  test('are listed by name with the number of their contacts, without deleted ones', async () => {
    for (const names of [['b', 'A'], ['B'], ['B']])
      await product.post('/contacts', { mobile: newMobile(), labels: names }, { token: vendor.token })
    const last = (await product.get('/contacts', { token: vendor.token })).body.data[0]
    await product.del(`/contacts/${last.id}`, { token: vendor.token })
    const { data, total } = await labels()
    expect(data.map(({ name, contacts }: { name: string; contacts: number }) => [name, contacts])).toEqual([
      ['A', 1],
      ['b', 2],
      ['Gold Tier', 0],
      ['Silver', 0],
    ])
    expect(total).toBe(4)
    const first = await labels('pageSize=3')
    expect((await labels(`pageSize=3&cursor=${first.nextCursor}`)).data).toEqual(data.slice(3))
    expect((await labels('pageSize=3&page=2')).data).toEqual(data.slice(3))
  })

  test('are read page by page, however many there are, in the order of their names', async () => {
    const { token, vendorId } = await newVendor(product)
    const names = ['éa', 'Zoo 2', 'zoo', '10', '9', 'Ärger', 'a-b', 'a b', '日本', '_x']
    await product.post('/contacts', { mobile: newMobile(), labels: names }, { token })
    const walk = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `/labels?pageSize=3${cursor && `&cursor=${cursor}`}`
      const { body } = await product.get(query, { token })
      expect(body.total).toBe(names.length)
      walk.push(...body.data.map(({ name, contacts }: { name: string; contacts: number }) => [name, contacts]))
      cursor = body.nextCursor
    }
    expect(walk).toEqual(
      ['10', '9', '_x', 'a b', 'a-b', 'zoo', 'Zoo 2', 'Ärger', 'éa', '日本'].map((name) => [name, 1]),
    )
    const page = { after: undefined, limit: 2, offset: 0 }
    expect(await listLabels(product.deps.db, vendorId as VendorId, page, true)).toHaveLength(2)
  })

  test('20,000 of them can be named for the first time in one call', async () => {
    const { token } = await newVendor(product)
    const contacts = Array.from({ length: 5_000 }, (_, i) => ({
      mobile: newMobile(),
      labels: Array.from({ length: 4 }, (_, n) => `Label ${n} of ${i}`),
    }))
    const { status, body } = await product.post('/contacts/bulk', { contacts }, { token })
    expect({ status, body }).toMatchObject({ status: 200, body: { created: 5_000, failed: [] } })
    expect((await product.get('/labels', { token })).body.total).toBe(20_000)
    expect((await product.get('/contacts?label=label%203%20of%204999', { token })).body.data).toMatchObject([
      { labels: [0, 1, 2, 3].map((n) => `Label ${n} of 4999`) },
    ])
  })

  test.each(['', '  ', 'x'.repeat(101), 7, null])('the name %j is refused', async (name) => {
    expect(await make(name)).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } })
  })
})
