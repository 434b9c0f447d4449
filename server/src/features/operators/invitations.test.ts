import { beforeAll, expect, test } from 'vitest'
import {
  newOperator,
  operatorInvitationFor,
  seededOperator,
  type TestOperator,
} from '../../../tests/support/operators.ts'
import { newEmail, newVendor, PASSWORD, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
let anna: TestOperator
beforeAll(async () => {
  product = await startProduct()
  anna = await seededOperator(product)
})

const invite = (email: string, role = 'FINANCE', by = anna) => product.post('/admin/operators', { email, role }, by)
const accept = (token: string, password = PASSWORD) => product.post('/auth/accept-operator-invite', { token, password })
const list = async () => (await product.get('/admin/operators?pageSize=100', anna)).body.data
const shown = async (email: string) => (await list()).find((one: { email: string }) => one.email === email)
const tokenFor = (email: string, nth = 1) => operatorInvitationFor(product, email, nth)

test('an invited operator chooses a password through the mailed link and has the role', async () => {
  const email = newEmail()
  expect(await invite(email)).toMatchObject({
    status: 201,
    body: { email, role: 'FINANCE', status: 'INVITED', disabled: false, lastSignInAt: null },
  })
  const token = await tokenFor(email)
  const { status, body } = await accept(token)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { user: { email, role: 'ADMIN', operatorRole: 'FINANCE' }, vendor: null },
  })
  expect((await product.get('/admin/vendors', { token: body.accessToken })).status).toBe(200)
  expect((await product.post('/admin/provider/stop', {}, { token: body.accessToken })).status).toBe(403)
  expect(await shown(email)).toMatchObject({ id: body.user.id, status: 'ACTIVE', expiresAt: null })
  expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
  const { data } = (await product.get('/admin/audit', anna)).body
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'OPERATOR_JOINED', operatorId: body.user.id, after: { role: 'FINANCE' } },
    { action: 'OPERATOR_INVITED', operatorId: anna.id, before: {}, after: { role: 'FINANCE', status: 'INVITED' } },
  ])
})

test('inviting again voids the earlier link, and withdrawing voids the last', async () => {
  const email = newEmail()
  await invite(email, 'OWNER')
  const first = await tokenFor(email)
  const again = await invite(email, 'SUPPORT')
  const second = await tokenFor(email, 2)
  expect((await accept(first)).status).toBe(400)
  expect(await product.patch(`/admin/operators/${again.body.id}`, { role: 'OWNER' }, anna)).toMatchObject({
    status: 409,
    body: { code: 'INVALID_STATE', currentStatus: 'INVITED' },
  })
  expect((await product.del(`/admin/operators/${again.body.id}`, anna)).status).toBe(204)
  expect((await accept(second)).status).toBe(400)
  expect(await shown(email)).toBeUndefined()
})

test('the links of an owner who is disabled, demoted or removed stop working', async () => {
  const takeAway = [
    (id: string) => product.patch(`/admin/operators/${id}`, { disabled: true }, anna),
    (id: string) => product.patch(`/admin/operators/${id}`, { role: 'FINANCE' }, anna),
    (id: string) => product.del(`/admin/operators/${id}`, anna),
  ]
  for (const act of takeAway) {
    const [bilal, email] = [await newOperator(product), newEmail()]
    await invite(email, 'OWNER', bilal)
    const token = await tokenFor(email)
    expect((await act(bilal.id)).status).toBeLessThan(300)
    expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
  }
})

test('a link works for seven days and once, however many use it at the same time', async () => {
  const [late, raced] = [newEmail(), newEmail()]
  await invite(late)
  const lateToken = await tokenFor(late)
  await product.advance(7 * 86_400 + 1)
  anna = await seededOperator(product)
  expect((await accept(lateToken)).status).toBe(400)
  expect(await shown(late)).toBeUndefined()
  await invite(raced)
  const token = await tokenFor(raced)
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => accept(token)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([])
})

test('an altered link, a link to a team and a weak password are refused', async () => {
  const email = newEmail()
  await invite(email)
  const token = await tokenFor(email)
  for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, token.replace('ho_', 'hi_'), ''])
    expect(await accept(wrong)).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
  expect((await accept(token, 'password')).body.code).toBe('VALIDATION_FAILED')
  expect((await product.post('/auth/accept-invite', { token, password: PASSWORD })).body.code).toBe(
    'INVITATION_INVALID',
  )
  expect((await accept(token)).status).toBe(200)
})

test('an address with an account, a wrong role and operators other than owners are refused', async () => {
  const vendor = await newVendor(product)
  const [member] = (await product.get('/vendor/users', vendor)).body.data
  expect(await invite(member.email)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  for (const body of [{ email: newEmail() }, { email: newEmail(), role: 'ADMIN' }, { email: 'x', role: 'OWNER' }])
    expect((await product.post('/admin/operators', body, anna)).status).toBe(400)
  const finance = await newOperator(product, 'FINANCE')
  expect((await invite(newEmail(), 'OWNER', finance)).body.code).toBe('OPERATOR_ROLE_REQUIRED')
})

test('an address is stored only encrypted', async () => {
  const email = newEmail()
  await invite(email)
  const rows = await product.deps.db.selectFrom('operator_invitation').selectAll().execute()
  for (const row of rows) expect(row.email_cipher.includes(email)).toBe(false)
  const outbox = await product.deps.db.selectFrom('outbox_event').select('payload').execute()
  expect(JSON.stringify(outbox)).not.toContain(email)
})
