import { beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '../../../tests/support/campaigns/campaigns.ts'
import { newOperator } from '../../../tests/support/operators.ts'
import {
  newEmail,
  newMember,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../tests/support/product.ts'
import { listen } from '../../../tests/support/services/raw-http.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'
import { invitationToken } from '../team/invitation-token.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
/** Callers who are not operators. */
let strangers: Record<string, string>
let operator: string
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  const member = await newMember(product, vendor.token)
  const { body } = await product.post('/vendor/api-keys', { name: 'a key' }, { token: vendor.token })
  strangers = { ADMIN: vendor.token, MEMBER: member.token, 'API key': body.key }
  operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
})

const vendors = (query = '') => product.get(`/admin/vendors${query}`, { token: operator })
const idsOf = ({ body }: Awaited<ReturnType<typeof vendors>>): string[] => body.data.map(({ id }: { id: string }) => id)

/** Inserts vendors directly instead of registering them. */
async function addVendors(...names: string[]): Promise<string[]> {
  const now = product.deps.clock.now()
  const rows = names.map((companyName) => ({
    id: newId<'vendor'>(),
    company_name: companyName,
    country: 'IN',
    currency: 'INR',
    timezone: 'Asia/Kolkata',
    status: 'ACTIVE' as const,
    created_at: now,
    updated_at: now,
  }))
  await product.deps.db.insertInto('vendor').values(rows).execute()
  return rows.map(({ id }) => id)
}

describe('operators', () => {
  test('see all vendors, newest first, and nothing that is encrypted', async () => {
    const [id] = await addVendors('Newest Traders')
    const answer = await vendors()
    expect(answer).toMatchObject({ status: 200, body: { page: 1, pageSize: 50 } })
    expect(answer.body.data[0]).toEqual({
      id,
      companyName: 'Newest Traders',
      country: 'IN',
      currency: 'INR',
      status: 'ACTIVE',
      messagingEnabled: false,
      createdAt: expect.any(String),
    })
    expect(idsOf(answer)).toContain(vendor.vendorId)
    expect(answer.body.total).toBe(answer.body.data.length)
  })

  test('see whom to write to and what the company states, and so does SUPPORT', async () => {
    const shown = await newVendor(product)
    const address = { line1: '1 Mill Road', city: 'Pune', postalCode: '411001' }
    const company = { legalName: 'Cotton LLP', gstin: '27AAPFU0939F1ZV', address, billingEmail: 'a@cotton.example' }
    expect((await product.call('PATCH', '/vendor/me', company, shown)).status).toBe(200)
    await newMember(product, shown.token)
    const { token } = await newOperator(product, 'SUPPORT')
    for (const who of [operator, token])
      expect((await product.get(`/admin/vendors/${shown.vendorId}`, { token: who })).body).toMatchObject({
        company: { ...company, address: { ...address, state: 'Maharashtra', stateCode: '27' } },
        administrators: [{ email: shown.email }],
      })
  })

  test('find vendors by status and by a part of the name, regardless of case and symbols', async () => {
    const [percent, underscore, backslash] = await addVendors('100% Cotton', 'snake_case', 'back\\slash', '100x Cotton')
    expect(idsOf(await vendors('?search=0%25%20cot'))).toEqual([percent])
    expect(idsOf(await vendors('?search=back%5Cs'))).toEqual([backslash])
    expect(idsOf(await vendors('?search=SNAKE_&status=ACTIVE'))).toEqual([underscore])
    expect(idsOf(await vendors('?search=SNAKE_&status=CLOSED'))).toEqual([])
    expect(await vendors('?search=nobody%20of%20that%20name')).toMatchObject({ body: { data: [], total: 0 } })
    for (const wrong of ['', '%20', '%00', 'a%00b', 'x'.repeat(201)])
      expect((await vendors(`?search=${wrong}`)).status, wrong).toBe(400)
  })

  test('page through the list by cursor and see every vendor once, while others are added', async () => {
    const old = await addVendors(...Array.from({ length: 25 }, (_, i) => `Walked ${i}`))
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await vendors(`?search=Walked&pageSize=4${cursor}`)
      seen.push(...idsOf(page))
      await addVendors('Walked meanwhile')
      if (!page.body.nextCursor) break
      cursor = `&cursor=${page.body.nextCursor}`
    }
    expect(seen).toEqual(old.sort().reverse())
  })

  test('turn pages', async () => {
    await addVendors(...Array.from({ length: 5 }, (_, i) => `Paged ${i}`))
    const pages = [await vendors('?search=Paged&page=1&pageSize=3'), await vendors('?search=Paged&page=2&pageSize=3')]
    expect(pages[0]?.body).toMatchObject({ page: 1, pageSize: 3, total: 5 })
    expect(pages[1]?.body).toMatchObject({ page: 2, pageSize: 3, total: 5, nextCursor: null })
    expect(new Set(pages.flatMap(idsOf)).size).toBe(5)
    expect((await vendors('?page=10000')).body.data).toEqual([])
    expect((await vendors('?pageSize=100')).status).toBe(200)
  })

  test.each([
    'pageSize=101',
    'pageSize=0',
    'pageSize=-1',
    'pageSize=1e2',
    'pageSize=1000000000',
    'pageSize=10.5',
    'pageSize=%2010',
    'pageSize=0x10',
    'pageSize=010',
    'pageSize=',
    'page=0',
    'page=-1',
    'page=10001',
    'page=99999999999999999999',
    'page=1&page=2',
    'page[]=1',
    'limit=5',
    'offset=5',
    'cursor=x',
    'cursor=.',
  ])('cannot page with %s', async (query) => {
    expect(await vendors(`?${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })

  test('cannot use a cursor that was altered or comes from another list', async () => {
    const { nextCursor } = (await vendors('?pageSize=1')).body
    expect((await vendors(`?cursor=${nextCursor}`)).status).toBe(200)
    const [key, signature] = nextCursor.split('.')
    const teams = await product.get('/vendor/users?pageSize=1', { token: vendor.token })
    const forged = [
      `${Buffer.from(newId<'vendor'>()).toString('base64url')}.${signature}`,
      `${key}.`,
      `${key}.${'A'.repeat(22)}`,
      `${nextCursor}A`,
      `${nextCursor}.A`,
      nextCursor.slice(0, -1),
      teams.body.nextCursor,
    ]
    for (let i = 0; i < nextCursor.length; i++)
      forged.push(nextCursor.slice(0, i) + (nextCursor[i] === 'B' ? 'C' : 'B') + nextCursor.slice(i + 1))
    for (const cursor of forged)
      expect(await vendors(`?cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'cursor' }] },
      })
  })

  test('cannot use the routes of vendors', async () => {
    const options = { token: operator }
    const answers = [
      await product.get('/vendor/me', options),
      await product.patch('/vendor/me', { companyName: 'x' }, options),
      await product.get('/vendor/users', options),
      await product.post('/vendor/users', { email: 'a@example.com' }, options),
      await product.del(`/vendor/users/${vendor.userId}`, options),
      await product.get('/vendor/api-keys', options),
      await product.post('/vendor/api-keys', { name: 'x' }, options),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const PATHS = [
  '/admin',
  '/admin/',
  '/admin/vendors',
  '/admin/vendors/',
  '/admin/vendors?page=1',
  '/admin?x',
  '/admin/nope',
  '/admin/wallet/credit',
  '/admin/vendors/01900000-0000-7000-8000-000000000000',
  '/admin/../admin/vendors',
  '/admin//vendors',
]

describe('the whole prefix /admin', () => {
  test.each(['/api/v1', '/v1'])(
    'refuses all other callers under %s, whether the path exists or not',
    async (prefix) => {
      for (const method of METHODS)
        for (const path of PATHS) {
          const call = (token?: string) => product.call(method, `/!${prefix}${path}`, undefined, { token })
          expect((await call()).status, `${method} ${path}`).toBe(401)
          for (const [who, token] of Object.entries(strangers))
            expect((await call(token)).status, `${who} ${method} ${path}`).toBe(403)
        }
    },
  )

  test('answers an operator like every other path', async () => {
    for (const path of ['/!/v1/admin/vendors', '/!/v1/admin/vendors/', '/!/api/v1/%61dmin/vendors'])
      expect((await product.get(path, { token: operator })).status, path).toBe(200)
    for (const path of ['/admin', '/admin/nope', '/admin//vendors'])
      expect(await product.get(path, { token: operator }), path).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect((await product.del('/admin/vendors', { token: operator })).status).toBe(404)
  })

  test('cannot be reached by another spelling, and no spelling reveals which paths exist', async () => {
    const spellings = (path: string) => [
      `/api/v1//admin/${path}`,
      `//api/v1/admin/${path}`,
      `/api//v1/admin/${path}`,
      `/api/v1/Admin/${path}`,
      `/API/V1/ADMIN/${path}`,
      `/api/v1/%61dmin/${path}`,
      `/api/v1/%61%64%6d%69%6e/${path}`,
      `/api/v1/%2561dmin/${path}`,
      `/api/v1%2fadmin/${path}`,
      `/api/v1/admin%2f${path}`,
      `/%61pi/v1/admin/${path}`,
      `/api/v1/./admin/${path}`,
      `/api/v1/x/../admin/${path}`,
      `/api/v1/auth/..%2fadmin/${path}`,
      `/api/v1/admin;/${path}`,
      `/api/v1/admin;x=1/${path}`,
      `/api/v1/admin\\${path}`,
      `/api/v1/admin%00/${path}`,
      `/api/v1/admin%20/${path}`,
      `/v1//admin/${path}`,
      `/v1/%61dmin/${path}`,
      `/v1/v1/admin/${path}`,
      `/V1/admin/${path}`,
      `http://product.test/api/v1/admin/${path}`,
      `http://product.test/v1/admin/${path}`,
      `/api/v1/admin/${path}#x`,
      `/api/v1/admin/${path}%3Fx`,
    ]
    // a real connection, since inject would normalise the paths before sending them
    const { send } = await listen(product)
    const there = spellings('vendors')
    const notThere = spellings('nothing')
    for (const [i, path] of there.entries())
      for (const token of [undefined, ...Object.values(strangers)]) {
        const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
        const get = (raw = '') => send({ method: 'GET', path: raw, headers })
        const [existing, missing] = [await get(path), await get(notThere[i])]
        expect([401, 403, 404], path).toContain(existing.status)
        expect(missing.status, path).toBe(existing.status)
      }
  })

  test('a vendor whose token claims to be an operator is refused', async () => {
    const operators = () => product.deps.db.selectFrom('operator').select('account_id').execute()
    const before = await operators()
    const registered = await product.post('/auth/register', {
      email: 'me@example.com',
      password: 'seven quiet rivers',
      role: 'PLATFORM_ADMIN',
    })
    expect(registered).toMatchObject({ status: 400, body: { errors: [{ path: 'role' }] } })
    expect(await operators()).toEqual(before)
  })
})

test('a closed vendor is visible to operators, and can only read its books', async () => {
  const closed = await newVendor(product, 'Closed & Sons')
  await subscribe(product, closed.vendorId as VendorId)
  const invited = await product.post('/vendor/users', { email: newEmail() }, { token: closed.token })
  const token = invitationToken(product.deps.signer, closed.vendorId as VendorId, invited.body.id)
  await product.deps.db
    .updateTable('vendor')
    .set({ status: 'CLOSED' })
    .where('id', '=', closed.vendorId as VendorId)
    .execute()
  expect((await vendors('?search=Closed%20%26%20Sons')).body.data).toMatchObject([{ status: 'CLOSED' }])
  const { status, body } = await signIn(product, closed.email)
  expect(status).toBe(200)
  for (const token of [closed.token, body.accessToken]) {
    const refused = await product.get('/vendor/users', { token })
    expect(refused).toMatchObject({ status: 403, body: { code: 'VENDOR_CLOSED' } })
    expect((await product.get('/billing/invoices', { token })).status).toBe(200)
  }
  const accepted = await product.post('/auth/accept-invite', { token, password: PASSWORD })
  expect(accepted).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
})
