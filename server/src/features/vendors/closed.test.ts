import { beforeAll, expect, test } from 'vitest'
import { readApiDocument, sampleBody } from '../../../tests/support/api-document.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import { chargingNobody, newSubscriber } from '../../../tests/support/payments/subscriptions.ts'
import {
  invitationFor,
  newEmail,
  newMember,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
})

const READABLE = [
  '/billing/invoices',
  '/billing/invoices/{id}',
  '/billing/invoices/{id}/pdf',
  '/billing/credit-notes',
  '/billing/credit-notes/{id}/pdf',
  '/billing/transactions',
  '/billing/final-statement',
  '/vendor/export',
  '/vendor/export/{id}',
  '/vendor/export/{id}/download',
]

test("a closed vendor's administrators sign in and read its books, PDFs included; everything else is VENDOR_CLOSED", async () => {
  const vendor = await newSubscriber(product)
  const [admin, member] = [
    await newMember(product, vendor.token, 'ADMIN'),
    await newMember(product, vendor.token, 'MEMBER'),
  ]
  const key = (await product.post('/vendor/api-keys', { name: 'key' }, vendor)).body.key as string
  await fixture.recharge(vendor, 60_000)
  await fixture.give(vendor.vendorId, 7_000, 'BONUS')
  expect((await product.get('/billing/final-statement', vendor)).status).toBe(404)
  const { id } = await fixture.leave(vendor)
  await fixture.ends(id, 'REFUNDED')

  for (const email of [vendor.email, admin.email]) {
    const { status, body } = await signIn(product, email)
    expect({ status, vendor: body.vendor }).toMatchObject({ status: 200, vendor: { status: 'CLOSED' } })
    expect((await product.post('/auth/refresh', { refreshToken: body.refreshToken })).status).toBe(200)
  }
  expect((await signIn(product, member.email)).status).toBe(401)
  for (const token of [member.token, key]) expect((await product.get('/billing/invoices', { token })).status).toBe(401)

  // the previous token, and a new one
  for (const token of [vendor.token, (await signIn(product, admin.email)).body.accessToken]) {
    const who = { token }
    const invoices = (await product.get('/billing/invoices', who)).body.data
    expect(invoices.map(({ type }: { type: string }) => type).sort()).toEqual([
      'SETUP',
      'SUBSCRIPTION',
      'WALLET_RECHARGE',
    ])
    const notes = (await product.get('/billing/credit-notes', who)).body.data
    expect(notes).toHaveLength(1)
    expect((await product.get(`/billing/invoices/${invoices[0].id}`, who)).status).toBe(200)
    await eventually(async () => {
      for (const path of [`invoices/${invoices[0].id}`, `credit-notes/${notes[0].id}`])
        expect((await product.get(`/billing/${path}/pdf`, who)).status).toBe(200)
    }, 30_000)
    expect((await product.get('/billing/transactions', who)).body.total).toBe(5)
    const { status, body: statement } = await product.get('/billing/final-statement', who)
    expect({ status, statement }).toMatchObject({
      status: 200,
      statement: {
        closedAt: expect.any(String),
        currency: 'INR',
        paidInMinorUnit: 60_000,
        bonusMinorUnit: 7_000,
        spentMinorUnit: 0,
        refundMinorUnit: 58_800,
        feeMinorUnit: 1_200,
        forfeitMinorUnit: 7_000,
        balanceMinorUnit: 0,
        payouts: [{ amountMinorUnit: 58_800, status: 'PROCESSED' }],
      },
    })
    expect(await product.get('/admin/payments', who)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }

  const { operations } = await readApiDocument(product)
  const ofVendors = operations.filter(({ path, isPublic }) => !isPublic && !path.startsWith('/admin/'))
  expect(ofVendors.length).toBeGreaterThan(50)
  for (const operation of ofVendors) {
    if (operation.method === 'GET' && READABLE.includes(operation.path)) continue
    if (operation.path === '/vendor/export') continue // they may take their data with them
    const path = operation.path.replaceAll(/\{\w+\}/g, () => newId())
    const answer = await product.call(operation.method, path, operation.body && sampleBody(operation.body), vendor)
    const result = { route: `${operation.method} ${operation.path}`, status: answer.status, code: answer.body?.code }
    expect(result).toEqual({ route: result.route, status: 403, code: 'VENDOR_CLOSED' })
  }
})

test("a closed vendor cannot read another vendor's books", async () => {
  const [closed, other] = [await newVendor(product), await newVendor(product)]
  await fixture.recharge(other, 20_000)
  const theirs = (await product.get('/billing/invoices', other)).body.data[0].id
  const { id } = await fixture.leave(closed)
  await fixture.ends(id, 'REFUNDED')
  for (const path of [`/billing/invoices/${theirs}`, `/billing/invoices/${theirs}/pdf`])
    expect((await product.get(path, closed)).status).toBe(404)
  expect((await product.get('/billing/final-statement', closed)).body).toMatchObject({
    paidInMinorUnit: 0,
    payouts: [],
  })
})

test('an invitation from before the closing cannot be accepted in a closed company', async () => {
  const vendor = await newSubscriber(product)
  const email = newEmail()
  await product.post('/vendor/users', { email }, vendor)
  const token = await invitationFor(product, email)
  const { id } = await fixture.leave(vendor)
  await fixture.ends(id, 'REFUNDED')
  const answer = await product.post('/auth/accept-invite', { token, password: PASSWORD })
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
})
