import { beforeAll, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody, withId } from '../../../tests/support/api-document.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { API_SCOPES } from '../../domain/accounts/api-scopes.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let operations: Operation[]
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  vendor = await newVendor(product)
  ;({ operations } = await readApiDocument(product))
})

const keyWith = async (scopes?: readonly string[]): Promise<string> =>
  (await product.post('/vendor/api-keys', { name: 'test', scopes }, { token: vendor.token })).body.key
const call = ({ method, path, body }: Operation, token: string) =>
  product.call(method, withId(path, newId<'x'>()), body && sampleBody(body), { token })
const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const reachable = () => operations.filter(({ scopes }) => scopes.length > 0)

test('every operation that a key can use names one scope, and every scope is of use', () => {
  expect(reachable().length).toBeGreaterThan(60)
  for (const operation of reachable()) {
    expect(operation.scopes, nameOf(operation)).toHaveLength(1)
    expect(API_SCOPES, nameOf(operation)).toContain(operation.scopes[0])
  }
  expect(new Set(reachable().flatMap(({ scopes }) => scopes))).toEqual(new Set(API_SCOPES))
})

test('a key with all scopes but the one of an operation is refused there, and one with only that scope is not', async () => {
  const keys = new Map<string, { without: string; only: string }>()
  for (const scope of API_SCOPES)
    keys.set(scope, {
      without: await keyWith(API_SCOPES.filter((other) => other !== scope)),
      only: await keyWith([scope]),
    })
  for (const operation of reachable()) {
    const [scope = ''] = operation.scopes
    const { without = '', only = '' } = keys.get(scope) ?? {}
    const refused = await call(operation, without)
    expect(refused, nameOf(operation)).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING', scope } })
    const passed = await call(operation, only)
    expect([401, 403], `${nameOf(operation)}: ${JSON.stringify(passed.body)}`).not.toContain(
      passed.body?.code?.startsWith?.('SUBSCRIPTION') ? 200 : passed.status,
    )
  }
})

test('an operation without a scope is refused to every key, and needs an administrator, a person or an operator', async () => {
  const everything = await keyWith()
  const others = operations.filter(({ scopes, isPublic }) => scopes.length === 0 && !isPublic)
  expect(others.length).toBeGreaterThan(40)
  for (const operation of others)
    expect(await call(operation, everything), nameOf(operation)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
})

test('reading what stands in a body needs no right to write', async () => {
  const key = await keyWith(['contacts:read'])
  expect((await product.post('/contacts/search', { search: 'Asha' }, { token: key })).status).toBe(200)
  expect((await product.post('/contacts', { mobile: '+919876543210' }, { token: key })).body.code).toBe('SCOPE_MISSING')
})

test('members are not bound by scopes', async () => {
  expect((await product.get('/vendor/me', { token: vendor.token })).status).toBe(200)
})

test.each([[[]], [['contacts:read', 'contacts:read']], [['contacts:everything']], [['*']], ['contacts:read'], [null]])(
  'the scopes %j are refused',
  async (scopes) => {
    const answer = await product.post('/vendor/api-keys', { name: 'x', scopes }, { token: vendor.token })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect(answer.body.errors[0].path).toMatch(/^scopes/)
  },
)
