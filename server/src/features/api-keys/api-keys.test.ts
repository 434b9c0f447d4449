import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countWaitingForLocks } from '../../../tests/support/database/locks.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { API_KEYS_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { inTransaction } from '../../platform/db/db.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product, 'Bilal & Sons')
})

const create = (name = 'nightly import', who: { token: string } = vendor) =>
  product.post('/vendor/api-keys', { name }, { token: who.token })
const list = async (who: { token: string } = vendor) =>
  (await product.get('/vendor/api-keys?pageSize=100', { token: who.token })).body
const remove = (id: string, who: { token: string } = vendor) =>
  product.del(`/vendor/api-keys/${id}`, { token: who.token })
const me = (key: string) => product.get('/vendor/me', { token: key })
const rows = (vendorId: string) =>
  product.deps.db
    .selectFrom('api_key')
    .selectAll()
    .where('vendor_id', '=', vendorId as VendorId)
    .execute()

describe('API keys', () => {
  test('a key is shown when it is created and never again', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'nightly import',
      key: expect.stringMatching(/^hk_[A-Za-z0-9_-]{43}$/),
      hint: `${body.key.slice(0, 7)}…${body.key.slice(-4)}`,
      status: 'ACTIVE',
      createdBy: { id: vendor.userId, email: vendor.email },
      createdAt: expect.any(String),
      scopes: null,
      expiresAt: null,
      allowedIps: null,
      lastUsedAt: null,
      lastUsedFrom: null,
    })
    const listed = await list()
    const { key, ...shown } = body
    expect(listed.data).toContainEqual(shown)
    expect(JSON.stringify(listed)).not.toContain(key)
  })

  test('only its hash is stored', async () => {
    const { key, id } = (await create()).body
    const row = (await rows(vendor.vendorId)).find((stored) => stored.id === id)
    const dump = Buffer.concat(
      Object.values(row ?? {}).map((value) => Buffer.from(Buffer.isBuffer(value) ? value : `${value}`)),
    )
    expect(dump.includes('nightly import')).toBe(true)
    expect(dump.includes(key.slice(3))).toBe(false)
    expect(dump.includes(Buffer.from(key.slice(3), 'base64url'))).toBe(false)
  })

  test('it acts for its own vendor, as a member', async () => {
    const { key } = (await create()).body
    expect(await me(key)).toMatchObject({ status: 200, body: { id: vendor.vendorId } })
    const forAdministrators = [
      await product.patch('/vendor/me', { companyName: 'x' }, { token: key }),
      await product.get('/vendor/users', { token: key }),
      await product.post('/vendor/users', { email: 'a@example.com' }, { token: key }),
      await product.del(`/vendor/users/${vendor.userId}`, { token: key }),
      await product.get('/vendor/api-keys', { token: key }),
      await create('a key made by a key', { token: key }),
      await product.get('/admin/vendors', { token: key }),
    ]
    for (const answer of forAdministrators) expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('an altered, shortened or made-up key is refused', async () => {
    const { key } = (await create()).body as { key: string }
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    for (const wrong of [changed, key.slice(0, -1), `${key}A`, key.toLowerCase(), `hk_${'A'.repeat(43)}`, 'hk_'])
      expect((await me(wrong)).status, wrong).toBe(401)
  })

  test('a deleted key stops working within five seconds, and at once where an administrator is needed', async () => {
    const [one, two] = [(await create()).body, (await create()).body]
    for (const { key } of [one, two]) expect((await me(key)).status).toBe(200)
    for (const { id } of [one, two]) expect((await remove(id)).status).toBe(204)
    const deletedAt = performance.now()
    expect((await product.get('/vendor/users', { token: one.key })).status).toBe(401)
    // However slow the machine is: of the calls that begin after five seconds, the first is refused.
    for (let isRefused = false; !isRefused; await sleep(100)) {
      const isDue = performance.now() - deletedAt > 5_000
      isRefused = (await me(two.key)).status === 401
      if (isDue) expect(isRefused, 'refused five seconds after it was deleted').toBe(true)
    }
    expect((await remove(one.id)).status).toBe(404)
  })

  test('a key stops working when its creator is removed from the team, and the list says so', async () => {
    const leaving = await newMember(product, vendor.token, 'ADMIN')
    const [theirs, early] = [(await create('theirs', leaving)).body, (await create('unused so far', leaving)).body]
    const mine = (await create('mine')).body
    const shown = async (id: string) => (await list()).data.find((listed: { id: string }) => listed.id === id)
    expect(await shown(theirs.id)).toMatchObject({ createdBy: { id: leaving.userId, email: leaving.email } })
    expect((await me(theirs.key)).status).toBe(200)
    expect((await product.del(`/vendor/users/${leaving.userId}`, { token: vendor.token })).status).toBe(204)
    expect((await me(early.key)).status).toBe(401)
    await expect.poll(async () => (await me(theirs.key)).status, { timeout: 8_000 }).toBe(401)
    expect((await me(mine.key)).status).toBe(200)
    expect(await shown(theirs.id)).toMatchObject({
      status: 'CREATOR_REMOVED',
      createdBy: { id: leaving.userId, email: null },
    })
    // a person who returns gets a new account
    const again = await newMember(product, vendor.token, 'ADMIN')
    expect((await me(theirs.key)).status).toBe(401)
    expect((await remove(theirs.id, again)).status).toBe(204)
  })

  test('a member cannot create a key while being removed', async () => {
    const leaving = await newMember(product, vendor.token, 'ADMIN')
    let late: ReturnType<typeof create> | undefined
    await inTransaction(product.deps.db, async (tx) => {
      await sql`select 1 from vendor where id = ${vendor.vendorId} for update`.execute(tx)
      late = create('too late', leaving)
      await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(1), 15_000)
      await sql`delete from account where id = ${leaving.userId}`.execute(tx)
    })
    expect((await late)?.status).toBe(401)
  })

  test('a key of a demoted administrator keeps acting as a member', async () => {
    const demoted = await newMember(product, vendor.token, 'ADMIN')
    const { key } = (await create('theirs', demoted)).body
    await product.patch(`/vendor/users/${demoted.userId}`, { role: 'MEMBER' }, { token: vendor.token })
    expect((await me(key)).status).toBe(200)
    expect((await product.get('/vendor/users', { token: key })).status).toBe(403)
  })

  test('no key of a closed vendor works', async () => {
    const closed = await newVendor(product)
    const { key } = (await create('theirs', closed)).body
    await sql`update vendor set status = 'CLOSED' where id = ${closed.vendorId}`.execute(product.deps.db)
    expect((await me(key)).status).toBe(401)
  })

  test("another vendor's key can be neither seen nor deleted", async () => {
    const { id, key } = (await create()).body
    expect((await list(other)).data).toEqual([])
    expect((await remove(id, other)).status).toBe(404)
    expect((await me(key)).status).toBe(200)
  })

  test('members cannot manage keys', async () => {
    const member = await newMember(product, vendor.token)
    const { id } = (await create()).body
    const answers = [
      await product.get('/vendor/api-keys', { token: member.token }),
      await create('mine', member),
      await remove(id, member),
    ]
    for (const answer of answers) expect(answer.status).toBe(403)
  })

  test('the list shows when a key was last used', async () => {
    const { id, key } = (await create()).body
    const lastUsedAt = async () => (await list()).data.find((listed: { id: string }) => listed.id === id).lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    const before = product.deps.clock.now().getTime()
    await me(key)
    expect(Date.parse(await lastUsedAt())).toBeGreaterThanOrEqual(before)
  })

  test('a vendor has at most fifty, even when they are created at once; deleting one makes room', async () => {
    const full = await newVendor(product)
    const answers = await Promise.all(
      Array.from({ length: API_KEYS_PER_VENDOR_MAX + 10 }, () => create('one of many', full)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_PER_VENDOR_MAX)
    expect(answers.filter(({ body }) => body.code === 'LIMIT_REACHED')).toHaveLength(10)
    const { data, total } = await list(full)
    expect(total).toBe(API_KEYS_PER_VENDOR_MAX)
    await remove(data[0].id, full)
    expect((await create('again', full)).status).toBe(201)
  })

  test('the list is newest first, with pages and cursors', async () => {
    const page = async (query: string) => (await product.get(`/vendor/api-keys?${query}`, { token: vendor.token })).body
    const all = (await list()).data.map(({ id }: { id: string }) => id)
    expect(all.length).toBeGreaterThan(4)
    expect(all).toEqual([...all].sort().reverse())
    const walked = []
    for (let cursor = ''; ; ) {
      const { data, nextCursor } = await page(`pageSize=2${cursor}`)
      walked.push(...data.map(({ id }: { id: string }) => id))
      if (!nextCursor) break
      cursor = `&cursor=${nextCursor}`
    }
    expect(walked).toEqual(all)
    expect((await page('page=2&pageSize=2')).data.map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4))
  })

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\nb', 7, null])('the name %j is refused', async (name) => {
    const answer = await product.post('/vendor/api-keys', { name }, { token: vendor.token })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ path: 'name' }] } })
  })
})
