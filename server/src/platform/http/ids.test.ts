import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody, withId } from '../../../tests/support/api-document.ts'
import { type Answer, newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { type Make, makersOf, type Tenant } from '../../../tests/support/vendor-resources.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { newId } from '../ids.ts'

let product: TestProduct
let operations: Operation[]
let make: Record<string, Make>
let tenants: [Tenant, Tenant]
let operator: { token: string }
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  operations = (await readApiDocument(product)).operations.filter(({ path }) => path.includes('{'))
  make = makersOf(product)
  tenants = [await newVendor(product), await newVendor(product, 'Bilal & Sons')]
  operator = { token: (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
})

const MALFORMED = [
  ...'1 me 0 -1 null undefined %00 %27%20or%201=1-- %F0%9F%8C%BA ... .x * [] 00000000-0000-0000-0000-000000000000'.split(
    ' ',
  ),
  ...[
    '01900000-0000-7000-8000-00000000000',
    '01900000-0000-7000-8000-00000000000g',
    '01900000000070008000000000000000',
  ],
  ...['{01900000-0000-7000-8000-000000000000}', 'x'.repeat(150), 'x'.repeat(5_000)],
]

const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const isAdmin = ({ path }: Operation) => path.startsWith('/admin/')
const send = ({ method, path, parameters, body }: Operation, id: string, who: { token: string }) =>
  product.call(method, withId(path, id) + requiredQuery(parameters), body && sampleBody(body), who)
const requiredQuery = (parameters: Operation['parameters']) => {
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  return required.length > 0 ? `?${required.map(({ name, schema }) => `${name}=${schema?.example}`).join('&')}` : ''
}
const without = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } })

async function expectSame(operation: Operation, ids: readonly string[], who: { token: string }) {
  const random = await send(operation, newId<'x'>(), who)
  expect(random, nameOf(operation)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const id of [newId<'x'>(), ...ids])
    expect(without(await send(operation, id, who)), `${nameOf(operation)} ${id}`).toEqual(without(random))
}

/** Of the resource with the id, and found together with it. */
const PARTS = ['rowIndex', 'replacementId']

/** The test calls every route, and their number grows. */
const MINUTES = 5 * MINUTE_MS

describe('an id', () => {
  test(
    'of another vendor, an unknown one and a malformed one are the same 404, on every route and both ways',
    async () => {
      expect(operations.length).toBeGreaterThanOrEqual(20)
      for (const operation of operations.filter((one) => !isAdmin(one))) {
        const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        expect(names.filter((name) => !PARTS.includes(name))).toEqual([
          expect.stringMatching(/^(id|jobId|orderId|contactId)$/),
        ])
        const maker = make[operation.path]
        if (!maker)
          throw new Error(`vendor-resources.ts does not know how to create a resource for ${nameOf(operation)}`)
        for (const [mine, theirs] of [tenants, tenants.toReversed()] as [Tenant, Tenant][])
          await expectSame(operation, [await maker(theirs), ...MALFORMED], mine)
      }
    },
    MINUTES,
  )

  test('that does not exist is the same 404 for operators too', async () => {
    for (const operation of operations.filter(isAdmin)) await expectSame(operation, MALFORMED, operator)
  })

  test('of one’s own works, so the refusals above have their reason', async () => {
    const [tenant] = tenants
    for (const operation of operations.filter((one) => one.method === 'DELETE' && !isAdmin(one))) {
      const id = (await make[operation.path]?.(tenant)) ?? ''
      expect((await send(operation, id, tenant)).status, nameOf(operation)).toBeOneOf([200, 204])
    }
  })
})
