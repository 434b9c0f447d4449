import { beforeAll, expect, test } from 'vitest'
import { readApiDocument } from '../../../tests/support/api-document.ts'
import { receiveMessage, saveSentMessage } from '../../../tests/support/messaging/inbound.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { type Make, makersOf, type Tenant } from '../../../tests/support/vendor-resources.ts'
import type { VendorId } from '../../domain/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'

const ROWS = 3

let product: TestProduct
let tenants: [Tenant, Tenant]
/** Every list of a vendor with cursors, and how to create a row in it. */
let makeRow: Record<string, Make>
let lists: string[]
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const { operations } = await readApiDocument(product)
  lists = operations
    .filter(({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'cursor'))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/admin/') && !path.includes('{') && !SAME_FOR_ALL.includes(path))
    .sort() // the request to close the account comes before any campaign runs
  tenants = [await newVendor(product), await newVendor(product, 'Bilal & Sons')]
  const operator = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  makeRow = rowMakers(operator.body.accessToken)
})

/** Lists that are the same for every vendor. */
const SAME_FOR_ALL = ['/currencies']

function rowMakers(operatorToken: string): Record<string, Make> {
  const make = makersOf(product)
  const of = (path: string) => make[path] as Make
  const contact = of('/contacts/{id}')
  let count = 0
  return {
    '/contacts': contact,
    '/labels': async (tenant) => {
      const labels = [`label ${++count}`]
      await product.post('/contacts', { mobile: `9197${10_000_000 + count}`, labels }, tenant)
      return ''
    },
    '/contact-lists': of('/contact-lists/{id}'),
    '/contacts/imports': of('/contacts/import/{jobId}'),
    '/contacts/import': of('/contacts/import/{jobId}'),
    '/contacts/import-presets': of('/contacts/import-presets/{id}'),
    '/conversations': async (tenant) => {
      const mobile = `9196${10_000_000 + ++count}`
      const { body } = await product.post('/contacts', { mobile }, tenant)
      await saveSentMessage(product, tenant.vendorId as VendorId, mobile)
      await receiveMessage(product, { from: mobile })
      return body.id
    },
    '/auto-replies': of('/auto-replies/{id}'),
    '/templates': of('/templates/{id}'),
    '/quotations': of('/quotations/{id}'),
    '/campaigns': of('/campaigns/{id}'),
    '/vendor/users': of('/vendor/users/{id}'),
    '/vendor/api-keys': of('/vendor/api-keys/{id}'),
    '/vendor/audit': of('/vendor/api-keys/{id}'),
    '/vendor/export': of('/vendor/export/{id}'),
    '/auth/sessions': of('/auth/sessions/{id}'),
    '/auth/passkeys': of('/auth/passkeys/{id}'),
    '/notifications': of('/notifications/{id}/read'),
    '/billing/invoices': of('/billing/invoices/{id}'),
    '/billing/credit-notes': of('/billing/credit-notes/{id}/pdf'),
    '/billing/transactions': async ({ vendorId }) => {
      const credit = { vendorId, amountMinorUnit: 100, type: 'CREDIT', reason: 'test' }
      await product.post('/admin/wallet/credit', credit, { token: operatorToken })
      return ''
    },
    // A vendor can have only one open request.
    '/billing/refund-requests': async (tenant) => {
      const { body } = await product.post('/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'test' }, tenant)
      await product.post(`/admin/refunds/${body.id}/reject`, { note: 'No.' }, { token: operatorToken })
      return body.id
    },
  }
}

const read = async (path: string, query: string, { token }: Tenant) => {
  const answer = await product.get(`${path}?${query}`, { token })
  expect(answer, `${path}?${query}`).toMatchObject({ status: 200 })
  return answer.body as { data: Record<string, unknown>[]; total: number; nextCursor: string | null }
}

/** The field that identifies a row. */
const identity = (row: Record<string, unknown>) => String(row['id'] ?? row['jobId'] ?? row['contactId'] ?? row['name'])

async function walk(path: string, tenant: Tenant, next: (nextCursor: string, page: number) => string) {
  const rows: string[] = []
  let query: string | undefined = 'pageSize=1'
  for (let page = 2; query !== undefined; page++) {
    const { data, nextCursor } = await read(path, query, tenant)
    rows.push(...data.map(identity))
    query = nextCursor === null ? undefined : `pageSize=1&${next(nextCursor, page)}`
  }
  return rows
}

test('no page of any list shows a row of another vendor, walked by cursor or by number', async () => {
  expect(lists.length).toBeGreaterThanOrEqual(15)
  for (const path of lists) {
    const make = makeRow[path]
    if (!make) throw new Error(`lists.test.ts does not know how to make a row of GET ${path}`)
    for (let i = 0; i < ROWS; i++) for (const tenant of tenants) await make(tenant)
    const whole = []
    for (const tenant of tenants) {
      const { data, total } = await read(path, 'pageSize=100', tenant)
      const rows = data.map(identity)
      expect(rows.length, path).toBeGreaterThanOrEqual(ROWS)
      expect([new Set(rows).size, total], path).toEqual([rows.length, rows.length])
      expect(await walk(path, tenant, (cursor) => `cursor=${cursor}`), `${path} by cursor`).toEqual(rows)
      expect(await walk(path, tenant, (_cursor, page) => `page=${page}`), `${path} by page`).toEqual(rows)
      whole.push(rows)
    }
    const [mine = [], theirs = []] = whole
    expect(
      mine.filter((row) => theirs.includes(row)),
      path,
    ).toEqual([])
  }
})

test('a cursor of another vendor is refused by every list', async () => {
  const [mine, theirs] = tenants
  for (const path of lists) {
    const { nextCursor } = await read(path, 'pageSize=1', theirs)
    expect(nextCursor, path).not.toBeNull()
    const answer = await product.get(`${path}?cursor=${nextCursor}`, { token: mine.token })
    expect(answer, path).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  }
})
