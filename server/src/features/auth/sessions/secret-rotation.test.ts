import { beforeAll, expect, test } from 'vitest'
import { newVendor, PASSWORD, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { SANDBOX_SECRETS } from '../../../platform/config/config.ts'
import { hashEmail } from '../accounts/email-identity.ts'
import { codeDigits } from '../codes/codes.ts'

const OLD = SANDBOX_SECRETS.JWT_SECRET
const NEW = 'a-second-secret-of-more-than-32-characters'

/** Four processes on one database, as during a restart one after the other. */
let before: TestProduct
let preparing: TestProduct
let switched: TestProduct
let after: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  before = await startProduct()
  const others = (env: Record<string, string>) =>
    startProduct({
      env: { DATABASE_URL: before.databaseUrl, ...env },
      without: ['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX'],
    })
  preparing = await others({ JWT_SECRET_PREVIOUS: NEW })
  switched = await others({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD })
  after = await others({ JWT_SECRET: NEW })
  vendor = await newVendor(before)
})

const me = (product: TestProduct, token: string) => product.get('/vendor/me', { token })
/** The digits of the only code for an address, as the process that mails it with the old secret computes them. */
const mailedCode = async (email: string) => {
  const { id } = await before.deps.db
    .selectFrom('mailed_code')
    .select('id')
    .where('email_hash', '=', hashEmail(before.deps, email))
    .executeTakeFirstOrThrow()
  return codeDigits(before.deps.signer, id)
}
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

test('tokens of the previous secret stay valid until it is removed, and new ones are valid in both', async () => {
  const old = vendor.token
  const fresh = (await signIn(switched, vendor.email)).body.accessToken
  expect(headerOf(old).kid).not.toBe(headerOf(fresh).kid)
  expect(JSON.stringify(headerOf(old))).not.toContain(OLD)
  const statuses = await Promise.all(
    [before, preparing, switched, after].map(async (product) => [
      (await me(product, old)).status,
      (await me(product, fresh)).status,
    ]),
  )
  expect(statuses).toEqual([
    [200, 401],
    [200, 200],
    [200, 200],
    [401, 200],
  ])
})

test('a session goes on: its old refresh token gives a pair of the new secret', async () => {
  const { refreshToken } = (await signIn(before, vendor.email)).body
  const { status, body } = await switched.post('/auth/refresh', { refreshToken })
  expect(status).toBe(200)
  expect((await me(after, body.accessToken)).status).toBe(200)
  expect((await after.post('/auth/refresh', { refreshToken: body.refreshToken })).status).toBe(200)
})

test('a cursor continues its list, and a forged one is still refused', async () => {
  for (const name of ['one', 'two', 'three']) await before.post('/vendor/api-keys', { name }, { token: vendor.token })
  const list = (product: TestProduct, cursor = '') =>
    product.get(`/vendor/api-keys?pageSize=1${cursor && `&cursor=${cursor}`}`, { token: vendor.token })
  const { nextCursor } = (await list(before)).body
  const second = (await list(before, nextCursor)).body.data
  expect((await list(switched, nextCursor)).body.data).toEqual(second)
  expect((await list(switched, `${nextCursor.slice(0, -2)}AA`)).status).toBe(400)
})

test('a registration from before the rotation is recognised, and the code of the earlier mail still verifies', async () => {
  const email = 'between@example.com'
  await before.post('/auth/register', { email, password: PASSWORD, companyName: 'Between & Co' })
  await before.post('/auth/send-otp', { email })
  const code = await mailedCode(email)
  const login = () => switched.post('/auth/login', { email, password: PASSWORD })
  expect((await login()).body.code).toBe('EMAIL_NOT_VERIFIED')
  expect((await switched.post('/auth/verify-otp', { email, otp: code, password: PASSWORD })).status).toBe(200)
  expect((await login()).status).toBe(200)
})
