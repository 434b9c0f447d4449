import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readApiDocument } from '../../../tests/support/api-document.ts'
import { csv, untilStatus, upload } from '../../../tests/support/imports/imports.ts'
import { receiveMessage, saveSentMessage } from '../../../tests/support/messaging/inbound.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { type Make, makersOf, type Tenant } from '../../../tests/support/vendor-resources.ts'
import type { VendorId } from '../../domain/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { newId } from '../ids.ts'

const ROWS = 3

let product: TestProduct
let tenants: [Tenant, Tenant]
/** Every list of a vendor with cursors, and how to create a row in it. */
let makeRow: Record<string, Make>
let lists: string[]
/** Those below an id. */
let innerLists: string[]
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const { operations } = await readApiDocument(product)
  const ofVendors = operations
    .filter(({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'cursor'))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/admin/') && !SAME_FOR_ALL.includes(path))
    .sort() // the request to close the account comes before any campaign runs
  lists = ofVendors.filter((path) => !path.includes('{'))
  innerLists = ofVendors.filter((path) => path.includes('{'))
  tenants = [await newVendor(product), await newVendor(product, 'Bilal & Sons')]
  const operator = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  makeRow = rowMakers(operator.body.accessToken)
})

/** Lists that are the same for every vendor. */
const SAME_FOR_ALL = ['/currencies', '/billing/plans']

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

/** In pages of this size. */
async function walk(
  path: string,
  tenant: Tenant,
  pageSize: number,
  next: (nextCursor: string, page: number) => string,
) {
  const rows: string[] = []
  let query: string | undefined = `pageSize=${pageSize}`
  for (let page = 2; query !== undefined; page++) {
    const { data, nextCursor } = await read(path, query, tenant)
    rows.push(...data.map(identity))
    query = nextCursor === null ? undefined : `pageSize=${pageSize}&${next(nextCursor, page)}`
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
      const pageSize = Math.floor(rows.length / ROWS)
      expect(await walk(path, tenant, pageSize, (cursor) => `cursor=${cursor}`), `${path} by cursor`).toEqual(rows)
      const begun = await read(path, 'pageSize=100&cursor=', tenant)
      expect(begun.data.map(identity), `${path} with an empty cursor`).toEqual(rows)
      expect(await walk(path, tenant, pageSize, (_cursor, page) => `page=${page}`), `${path} by page`).toEqual(rows)
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

/** For each list below an id: something of this vendor with at least three rows. Returns its id. */
function ownerMakers(): Record<string, Make> {
  const make = makersOf(product)
  const of = (path: string) => make[path] as Make
  let count = 0
  return {
    '/contacts/{id}/history': async (tenant) => {
      const id = await of('/contacts/{id}')(tenant)
      for (const name of ['Asha', 'Asha Rao'])
        await product.patch(`/contacts/${id}`, { name: `${name} ${++count}` }, { token: tenant.token })
      return id
    },
    '/campaigns/{id}/messages': async (tenant) => {
      const campaignId = await of('/campaigns/{id}')(tenant)
      const of3 = { status: 'CANCELLED', settled_as: 'REFUNDED', cost_minor_unit: 0n, category: 'MARKETING' } as const
      const now = product.deps.clock.now()
      const rows = Array.from({ length: ROWS }, () => ({
        ...{ ...of3, vendor_id: tenant.vendorId as VendorId, id: newId<'message'>(), campaign_id: campaignId },
        ...{
          kind: 'CAMPAIGN' as const,
          mobile_hash: randomBytes(32),
          country_code: 'IN',
          due_at: now,
          created_at: now,
        },
      }))
      await product.deps.db.insertInto('message').values(rows).execute()
      return campaignId
    },
    '/conversations/{contactId}/messages': async (tenant) => {
      const mobile = `9195${10_000_000 + ++count}`
      const { body } = await product.post('/contacts', { mobile }, tenant)
      await saveSentMessage(product, tenant.vendorId as VendorId, mobile)
      for (let i = 0; i < ROWS; i++) await receiveMessage(product, { from: mobile, text: `hello ${mobile} ${i}` })
      return body.id
    },
    '/contacts/import/{jobId}/rows': async ({ token }) => {
      const rows = Array.from({ length: ROWS }, () => [`Mia ${++count}`, `94${10_000_000 + count}`])
      const { body } = await upload(product, csv(['Name', 'Phone'], ...rows), { token })
      await untilStatus(product, token, body.jobId, 'PENDING_REVIEW')
      return body.jobId
    },
  }
}

test('no page of a list below an id shows a row of another vendor, or of another owner', async () => {
  const makers = ownerMakers()
  expect(innerLists.length).toBeGreaterThanOrEqual(4)
  for (const list of innerLists) {
    const make = makers[list]
    if (!make) throw new Error(`lists.test.ts does not know how to fill GET ${list}`)
    const [mine, theirs] = tenants
    const owners = [mine, mine, theirs]
    const paths: string[] = []
    for (const tenant of owners) paths.push(list.replace(/\{\w+\}/, await make(tenant)))
    const cursors: string[] = []
    const seen: string[] = []
    for (const [i, tenant] of owners.entries()) {
      const path = paths[i] as string
      const { data } = await read(path, 'pageSize=100', tenant)
      expect(data.length, path).toBeGreaterThanOrEqual(ROWS)
      const walked: object[] = []
      for (let query = 'pageSize=1'; query !== ''; ) {
        const page = await read(path, query, tenant)
        walked.push(...page.data)
        if (page.nextCursor) cursors[i] ??= page.nextCursor
        query = page.nextCursor ? `pageSize=1&cursor=${page.nextCursor}` : ''
      }
      expect(walked, path).toEqual(data)
      seen.push(...data.map((row) => JSON.stringify(row)))
    }
    expect(new Set(seen).size, list).toBe(seen.length)
    const [path] = paths
    expect(await product.get(`${path}?pageSize=1`, { token: theirs.token }), list).toMatchObject({ status: 404 })
    for (const cursor of cursors.slice(1)) {
      const answer = await product.get(`${path}?cursor=${cursor}`, { token: mine.token })
      expect(answer, list).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    }
  }
})
