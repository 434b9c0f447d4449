import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { announceExpiringKeys } from '../team/announce-expiring-keys.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ env: { TRUST_PROXY: '1' } })
  vendor = await newVendor(product)
})

const create = (more: object, token = vendor.token) =>
  product.post('/vendor/api-keys', { name: 'x', ...more }, { token })
const shown = async (id: string) =>
  (await product.get('/vendor/api-keys?pageSize=100', { token: vendor.token })).body.data.find(
    (key: { id: string }) => key.id === id,
  )
/** A use of a key from an address, as the proxy in front reports it. */
const useFrom = (key: string, from?: string) =>
  product.get('/vendor/me', { token: key, headers: from ? { 'x-forwarded-for': from } : {} })
const refusals = async () =>
  (await product.get('/vendor/audit?action=API_KEY_REFUSED&pageSize=100', { token: vendor.token })).body.data
const inSeconds = (seconds: number) => new Date(product.deps.clock.now().getTime() + seconds * 1000).toISOString()

test('a key works until its expiry, then answers 401 with the reason, and the list shows it as expired', async () => {
  const expiresAt = inSeconds(3600)
  const { id, key } = (await create({ expiresAt })).body
  expect(await shown(id)).toMatchObject({ status: 'ACTIVE', expiresAt })
  expect((await useFrom(key)).status).toBe(200)
  await product.advance(3601)
  // from the cache and from the database
  for (const path of ['/vendor/me', '/vendor/users']) {
    const answer = await product.get(path, { token: key })
    expect(answer).toMatchObject({ status: 401, body: { code: 'API_KEY_EXPIRED' } })
    expect(answer.body.detail).toContain(`expired on ${expiresAt}`)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
  vendor.token = (await product.post('/auth/refresh', { refreshToken: vendor.refreshToken })).body.accessToken
  expect(await shown(id)).toMatchObject({ status: 'EXPIRED' })
  expect((await product.del(`/vendor/api-keys/${id}`, { token: vendor.token })).status).toBe(204)
  expect((await useFrom(key)).status).toBe(401)
})

test.each([
  ['in the past', () => inSeconds(-1)],
  ['now', () => inSeconds(0)],
  ['a date', () => '2030-01-01'],
  ['without a time zone', () => '2030-01-01T00:00:00'],
  ['a number', () => 1_900_000_000],
])('an expiry that is %s is refused', async (_what, expiresAt) => {
  expect(await create({ expiresAt: expiresAt() })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', errors: [{ path: 'expiresAt' }] },
  })
})

test('a key with addresses works from these alone, behind a proxy too', async () => {
  const allowedIps = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32']
  const { id, key } = (await create({ allowedIps })).body
  expect(await shown(id)).toMatchObject({ allowedIps, lastUsedAt: null, lastUsedFrom: null })
  for (const from of ['192.0.2.1', '203.0.113.8', '2001:db9::1', '::ffff:192.0.2.1', 'nonsense', undefined])
    expect(await useFrom(key, from), from).toMatchObject({ status: 403, body: { code: 'ADDRESS_NOT_ALLOWED' } })
  // A caller cannot choose its address: only the part that the proxy added counts.
  expect((await useFrom(key, '203.0.113.7, 192.0.2.1')).status).toBe(403)
  expect(await shown(id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
  for (const from of ['203.0.113.7', '::ffff:203.0.113.7', '10.9.8.7', '2001:db8:1::2', '192.0.2.1, 10.9.8.7'])
    expect((await useFrom(key, from)).status, from).toBe(200)
  expect(await shown(id)).toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: '203.0.113.7' })
})

test.each([
  [[]],
  [['10.0.0.0/33']],
  [['0.0.0.0/0']],
  [['example.com']],
  ['10.0.0.1'],
  [Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`)],
])('the addresses %j are refused', async (allowedIps) => {
  const answer = await create({ allowedIps })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(answer.body.errors[0].path).toMatch(/^allowedIps/)
})

test('refused uses are recorded with their address once an hour, however many there are', async () => {
  const { id, key } = (await create({ allowedIps: ['203.0.113.7'] })).body
  const own = async () => (await refusals()).filter(({ subjectId }: { subjectId: string }) => subjectId === id)
  const other = await startProduct({ env: { DATABASE_URL: product.databaseUrl }, without: ['WORKER', 'OUTBOX'] })
  for (let i = 0; i < 5; i++) {
    await useFrom(key, '192.0.2.9')
    await other.get('/vendor/me', { token: key, ip: '192.0.2.10' })
  }
  expect(await own()).toMatchObject([
    { actor: { type: 'API_KEY', id }, ip: '192.0.2.9', details: { reason: 'ADDRESS_NOT_ALLOWED' } },
  ])
})

test('addresses are not readable in the database', async () => {
  const { id, key } = (await create({ allowedIps: ['198.51.100.77'] })).body
  await useFrom(key, '198.51.100.77')
  expect(await shown(id)).toMatchObject({ allowedIps: ['198.51.100.77'], lastUsedFrom: '198.51.100.77' })
  await useFrom(key, '198.51.100.78')
  const { rows } = await sql<{ dump: string }>`
    select api_key::text || coalesce((select string_agg(entry::text, '') from vendor_audit_entry entry), '') as dump
    from api_key where id = ${id}`.execute(product.deps.db)
  expect(rows[0]?.dump).toContain(id)
  expect(rows[0]?.dump).not.toContain('198.51.100')
})

test('a key stops working when the account of its creator is disabled', async () => {
  const admin = await newMember(product, vendor.token, 'ADMIN')
  const { key } = (await create({}, admin.token)).body
  await sql`update account set status = 'DISABLED' where id = ${admin.userId}`.execute(product.deps.db)
  expect((await useFrom(key)).status).toBe(401)
})

test('administrators are notified once, a week before a key expires', async () => {
  const expiresAt = inSeconds(8 * 86_400)
  await create({ name: 'see evil.example.com', expiresAt })
  await create({ name: 'later', expiresAt: inSeconds(30 * 86_400) })
  const told = async () =>
    (
      await sql<{ keyName: string }>`
      select parameters ->> 'keyName' as "keyName" from notification
      where vendor_id = ${vendor.vendorId} and kind = 'API_KEY_EXPIRING'`.execute(product.deps.db)
    ).rows
  await announceExpiringKeys(product.deps)
  expect(await told()).toEqual([])
  await product.advance(2 * 86_400)
  await Promise.all([announceExpiringKeys(product.deps), announceExpiringKeys(product.deps)])
  await announceExpiringKeys(product.deps)
  expect(await told()).toEqual([{ keyName: 'see evil.example.com' }])
  const mailed = () => product.mailbox.to(vendor.email).find(({ subject }) => subject === 'An API key expires soon')
  const { text } = await eventually(() => mailed() ?? Promise.reject(new Error('no mail yet')), 15_000)
  expect(text).toContain('/settings/api-keys')
  expect(text).not.toContain('evil.example.com')
})
