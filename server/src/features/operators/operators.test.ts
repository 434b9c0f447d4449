import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newVendor, PASSWORD, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { AccountId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let anna: TestOperator
beforeAll(async () => {
  product = await startProduct()
  anna = await seededOperator(product)
})

const list = async () => (await product.get('/admin/operators?pageSize=100', { token: anna.token })).body.data
const shown = async (id: string) => (await list()).find((one: { id: string }) => one.id === id)
const setDisabled = (by: TestOperator, id: string, disabled: unknown) =>
  product.patch(`/admin/operators/${id}`, { disabled }, { token: by.token })
const login = ({ email }: TestOperator) => signIn(product, email, PASSWORD)
const isIn = async ({ token }: { token: string }) => (await product.get('/admin/vendors', { token })).status === 200

test('operators are listed with the time of their last sign-in', async () => {
  const before = product.deps.clock.now().getTime()
  const bilal = await newOperator(product)
  const first = await shown(bilal.id)
  expect(first).toEqual({
    id: bilal.id,
    email: bilal.email,
    role: 'OWNER',
    status: 'ACTIVE',
    disabled: false,
    createdAt: expect.any(String),
    lastSignInAt: expect.any(String),
    mfaEnabled: false,
    expiresAt: null,
    invitedBy: null,
    confirmedBy: null,
  })
  expect(Date.parse(first.lastSignInAt)).toBeGreaterThanOrEqual(before)
  await product.advance(100)
  await login(bilal)
  expect(Date.parse((await shown(bilal.id)).lastSignInAt) - Date.parse(first.lastSignInAt)).toBeGreaterThanOrEqual(
    100_000,
  )
  const page = (await product.get('/admin/operators?pageSize=1', { token: anna.token })).body
  expect([page.data.length, page.total]).toEqual([1, (await list()).length])
  const vendor = await newVendor(product)
  expect((await product.get('/admin/operators', { token: vendor.token })).status).toBe(403)
})

test('a disabled operator loses access at once, on every path', async () => {
  const bilal = await newOperator(product)
  const elsewhere = (await login(bilal)).body
  expect(await isIn(bilal)).toBe(true)
  expect(await setDisabled(anna, bilal.id, true)).toMatchObject({ status: 200, body: { id: bilal.id, disabled: true } })
  const isOut = async () => {
    for (const token of [bilal.token, elsewhere.accessToken])
      for (const path of ['/admin/vendors', '/admin/nothing', '/auth/sessions'])
        expect((await product.get(path, { token })).status, path).toBe(401)
    for (const refreshToken of [bilal.refreshToken, elsewhere.refreshToken])
      expect((await product.post('/auth/refresh', { refreshToken })).status).toBe(401)
  }
  await isOut()
  expect(await login(bilal)).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
  expect((await setDisabled(anna, bilal.id, true)).status).toBe(200) // nothing changes, and nothing is audited

  expect(await setDisabled(anna, bilal.id, false)).toMatchObject({ status: 200, body: { disabled: false } })
  await isOut()
  expect(await isIn({ token: (await login(bilal)).body.accessToken })).toBe(true)
  const { data } = (await product.get('/admin/audit', { token: anna.token })).body
  expect(data.filter(({ subjectId }: { subjectId: string }) => subjectId === bilal.id)).toMatchObject([
    {
      action: 'OPERATOR_ENABLED',
      operatorId: anna.id,
      before: { role: 'OWNER', disabled: true },
      after: { role: 'OWNER', disabled: false },
    },
    { action: 'OPERATOR_DISABLED', operatorId: anna.id, vendorId: null, subjectType: 'operator' },
  ])
})

test('a disabled operator gets no code for a new password', async () => {
  const bilal = await newOperator(product)
  await setDisabled(anna, bilal.id, true)
  await product.post('/auth/forgot-password', { email: bilal.email })
  await eventually(async () => {
    const waiting = await product.deps.db.selectFrom('outbox_event').select('job_name').execute()
    expect(waiting.filter(({ job_name }) => job_name.startsWith('auth.'))).toEqual([])
  }, 15_000)
  expect(product.mailbox.to(bilal.email)).toEqual([])
})

test('a session opened while its operator was being disabled ends as well', async () => {
  const bilal = await newOperator(product)
  const tries = Array.from({ length: 6 }, () => login(bilal))
  await setDisabled(anna, bilal.id, true)
  const sessions = (await Promise.all(tries)).filter(({ status }) => status === 200)
  for (const { body } of sessions) expect(await isIn({ token: body.accessToken })).toBe(false)
  await setDisabled(anna, bilal.id, false)
  for (const { body } of sessions) {
    expect(await isIn({ token: body.accessToken })).toBe(false)
    expect((await product.post('/auth/refresh', { refreshToken: body.refreshToken })).status).toBe(401)
  }
})

test('disabling ends the sessions for good, and so does enabling for those opened in between', async () => {
  const bilal = await newOperator(product)
  const open = () =>
    product.deps.db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', bilal.id as AccountId)
      .where('revoked_at', 'is', null)
      .execute()
  expect(await open()).toHaveLength(1)
  await setDisabled(anna, bilal.id, true)
  expect(await open()).toEqual([])
  // One whose sign-in passed the check of the account a moment before, and was written a moment after.
  await product.deps.db
    .updateTable('session')
    .set({ revoked_at: null })
    .where('account_id', '=', bilal.id as AccountId)
    .execute()
  await setDisabled(anna, bilal.id, false)
  expect(await open()).toEqual([])
  expect((await product.post('/auth/refresh', { refreshToken: bilal.refreshToken })).status).toBe(401)
})

test('operators cannot disable themselves, a vendor, or an unknown account', async () => {
  expect(await setDisabled(anna, anna.id, true)).toMatchObject({ status: 403, body: { code: 'SAME_OPERATOR' } })
  expect(await isIn(anna)).toBe(true)
  expect((await setDisabled(anna, anna.id, false)).status).toBe(200)
  const vendor = await newVendor(product)
  const me = (await product.get('/vendor/users', { token: vendor.token })).body.data[0].id
  for (const id of [me, newId<'account'>(), 'x'])
    expect(await setDisabled(anna, id, true)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await product.get('/vendor/me', { token: vendor.token })).status).toBe(200)
  expect((await product.patch(`/admin/operators/${anna.id}`, { disabled: true }, { token: vendor.token })).status).toBe(
    403,
  )
  for (const wrong of [undefined, 'true', null, 1]) expect((await setDisabled(anna, anna.id, wrong)).status).toBe(400)
  for (const wrong of [{}, { role: 'ADMIN' }, { role: null }, { status: 'ACTIVE' }])
    expect((await product.patch(`/admin/operators/${anna.id}`, wrong, { token: anna.token })).status).toBe(400)
})

test('of operators who disable each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await newOperator(product), await newOperator(product)]
    const answers = await Promise.all([setDisabled(one, other.id, true), setDisabled(other, one.id, true)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect([await isIn(one), await isIn(other)].filter(Boolean)).toHaveLength(1)
  }
})

test("a disabled operator's requests are rejected, including those made at that moment", async () => {
  const bilal = await newOperator(product)
  const vendorId = await newWallet(product.deps.db)
  const ask = (by: TestOperator) =>
    product.post('/admin/wallet/credit', { vendorId, amountMinorUnit: 6_000_000, reason: 'large' }, { token: by.token })
  const mine = await ask(anna)
  const early = (await ask(bilal)).body.approvalId
  const asking = Array.from({ length: 8 }, () => ask(bilal))
  await setDisabled(anna, bilal.id, true)
  const asked = await Promise.all(asking)
  const ids = [early, ...asked.filter(({ status }) => status === 202).map(({ body }) => body.approvalId)]
  for (const id of ids)
    expect((await product.get(`/admin/approvals/${id}`, { token: anna.token })).body).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'OPERATOR_DISABLED',
      decidedBy: { id: anna.id },
    })
  expect((await product.get(`/admin/approvals/${mine.body.approvalId}`, { token: anna.token })).body.status).toBe(
    'PENDING',
  )
  const { data } = (await product.get(`/admin/audit?action=APPROVAL_REJECTED&vendorId=${vendorId}`, anna)).body
  expect(data).toHaveLength(ids.length)
})
