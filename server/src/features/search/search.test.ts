import { beforeAll, expect, test } from 'vitest'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  vendor = await newVendor(product)
})

const find = (q: unknown, token = vendor.token) => product.post('/search', { q }, { token })
const NOTHING = { contacts: [], lists: [], campaigns: [], templates: [], imports: [], invoices: [] }

test('finds contacts by name and last digits, and lists by part of their name, of this vendor only', async () => {
  const other = await newVendor(product)
  const body = { mobile: '+91 98123 44321', name: 'Meera Nair' }
  const { id } = (await product.post('/contacts', body, { token: vendor.token })).body
  for (const name of ['100% Diwali', 'Holi']) await product.post('/contact-lists', { name }, { token: vendor.token })
  for (const q of ['meera', '4321', 'nair 44321'])
    expect((await find(q)).body.contacts, q).toEqual([
      { id, name: 'Meera Nair', e164: '+919812344321', countryCode: 'IN' },
    ])
  expect((await find('diw')).body.lists).toMatchObject([{ name: '100% Diwali' }])
  expect((await find('0%')).body.lists).toMatchObject([{ name: '100% Diwali' }])
  expect((await find('%%')).body).toEqual(NOTHING)
  for (const q of ['meera', '4321', 'diw']) expect((await find(q, other.token)).body).toEqual(NOTHING)
})

test('a key with scopes finds only what it may read', async () => {
  await product.post('/contacts', { mobile: '+91 98123 55555', name: 'Scoped Person' }, { token: vendor.token })
  const keyFor = async (scopes: string[]) =>
    (await product.post('/vendor/api-keys', { name: 'k', scopes }, { token: vendor.token })).body.key as string
  expect((await find('scoped', await keyFor(['vendor:read']))).body).toEqual(NOTHING)
  expect((await find('scoped', await keyFor(['vendor:read', 'contacts:read']))).body.contacts).toHaveLength(1)
  expect((await find('scoped', await keyFor(['contacts:read']))).body.code).toBe('SCOPE_MISSING')
})

test.each(['', ' a ', 'x'.repeat(201), 7])('refuses what is too short, too long or no text: %j', async (q) =>
  expect(await find(q)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } }),
)

test('the log does not contain what was searched', async () => {
  await find('Canarysearch')
  expect(product.logLines.join('\n')).not.toMatch(/canarysearch/i)
})
