import { beforeAll, expect, test } from 'vitest'
import { startQuoting } from '../../../tests/support/campaigns/quotations.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newPaymentId } from '../../../tests/support/payments/gateway-events.ts'
import { type Answer, newEmail, newVendor, signIn, type TestProduct } from '../../../tests/support/product.ts'
import { makersOf } from '../../../tests/support/vendor-resources.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { OPERATOR_ROUTES } from '../../platform/http/guards/operator-routes.ts'
import { newId } from '../../platform/ids.ts'
import { rateFor } from '../pricing/price-audience.ts'
import { SANDBOX_PASSWORD } from '../sandbox/seed.ts'

let product: TestProduct
let anna: TestOperator
let bilal: TestOperator
let vendor: { token: string; vendorId: string }
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  ;[anna, bilal, vendor] = [await seededOperator(product), await newOperator(product), await newVendor(product)]
  await rateFor(product.deps, vendor.vendorId as VendorId, product.deps.clock.now())
})

const post = (path: string, body?: object, by = anna) => product.post(path, body, by)
const put = (path: string, body: object) => product.call('PUT', path, body, anna)
const credit = (amountMinorUnit: number, by = anna) =>
  post('/admin/wallet/credit', { vendorId: vendor.vendorId, amountMinorUnit, reason: 'Goodwill' }, by)
const pending = async () => (await credit(6_000_000, bilal)).body.approvalId
const price = () =>
  post('/admin/pricing', { category: 'UTILITY', countryCode: 'IN', currency: 'INR', metaCostUsdMicros: 1_000 })

async function deadLetter() {
  const id = newId<'letter'>()
  const row = { kind: 'JOB', name: 'wallet.check', payload: {}, reason: 'lost', attempts: 5 } as const
  await product.deps.db
    .insertInto('dead_letter')
    .values({ vendor_id: vendor.vendorId as VendorId, id, ...row, created_at: product.deps.clock.now() })
    .execute()
  return id
}

async function unmatchedPayment() {
  const gatewayPaymentId = newPaymentId()
  const amount = { amount_minor_unit: 1_000n, currency: 'INR', reason: 'UNKNOWN_ORDER' }
  await product.deps.db
    .insertInto('unplaced_payment')
    .values({
      id: newId<'payment'>(),
      gateway_payment_id: gatewayPaymentId,
      ...amount,
      arrived_at: product.deps.clock.now(),
    })
    .execute()
  return gatewayPaymentId
}

const refundRequest = async () => (await makersOf(product)['/billing/refund-requests/{id}']?.(vendor)) ?? ''

/** As after the closing of an account, of whose wallet the gateway could not pay a part. */
async function unpaidRefund() {
  const id = await refundRequest()
  const now = product.deps.clock.now()
  const decided = { decided_by: anna.id as never, decided_at: now, finished_at: now, amount_minor_unit: 100n }
  await product.deps.db
    .updateTable('refund_request')
    .set({ kind: 'WALLET_EXIT', basis: 'EXIT', invoice_id: null, ...decided })
    .set({ status: 'REFUNDED', manual_payout_minor_unit: 100n })
    .where('vendor_id', '=', vendor.vendorId as VendorId)
    .where('id', '=', id)
    .execute()
  return id
}

async function subscriptionInvoice() {
  const id = await refundRequest()
  const { body } = await product.get(`/admin/refunds/${id}`, anna)
  await post(`/admin/refunds/${id}/reject`, { note: 'No.' })
  return body.invoiceId
}

const suspended = async () => {
  const { vendorId } = await newVendor(product)
  await post(`/admin/vendors/${vendorId}/suspend`, { reason: 'Complaints' })
  return vendorId
}

/** As if invited by somebody else: no mails are sent here. */
async function unconfirmedOperator() {
  const { id } = await newOperator(product)
  await product.deps.db
    .updateTable('operator')
    .set({ invited_by: bilal.id as AccountId })
    .where('account_id', '=', id as AccountId)
    .execute()
  return id
}

/** How each route that changes something is used once. */
const ACTIONS: Record<string, () => Promise<Answer>> = {
  'POST /admin/approvals/:id/approve': async () => post(`/admin/approvals/${await pending()}/approve`),
  'POST /admin/approvals/:id/reject': async () => post(`/admin/approvals/${await pending()}/reject`),
  'POST /admin/dead-letters/:id/close': async () =>
    post(`/admin/dead-letters/${await deadLetter()}/close`, { reason: 'Done' }),
  'POST /admin/dead-letters/:id/replay': async () => post(`/admin/dead-letters/${await deadLetter()}/replay`),
  'PUT /admin/exchange-rates': () => put('/admin/exchange-rates', { currency: 'INR', rate: '99.5' }),
  'POST /admin/mfa/reset': async () =>
    post('/admin/mfa/reset', { email: (await newOperator(product)).email, reason: 'Lost the phone' }),
  'POST /admin/operators': () => post('/admin/operators', { email: newEmail(), role: 'SUPPORT' }),
  'PATCH /admin/operators/:id': async () =>
    product.patch(`/admin/operators/${(await newOperator(product)).id}`, { role: 'FINANCE' }, anna),
  'DELETE /admin/operators/:id': async () => product.del(`/admin/operators/${(await newOperator(product)).id}`, anna),
  'POST /admin/operators/:id/confirm': async () => post(`/admin/operators/${await unconfirmedOperator()}/confirm`),
  'POST /admin/payments/:gatewayPaymentId/credit': async () =>
    post(`/admin/payments/${await unmatchedPayment()}/credit`, { vendorId: vendor.vendorId, reason: 'Theirs' }),
  'POST /admin/payments/:gatewayPaymentId/refund': async () =>
    post(`/admin/payments/${await unmatchedPayment()}/refund`, { reason: 'Nobody knows it' }),
  'POST /admin/platform-fees': () => post('/admin/platform-fees', { currency: 'INR', flatMinorUnit: 10, percent: 0 }),
  'POST /admin/pricing': price,
  'POST /admin/pricing/:id/withdraw': async () => {
    const { data } = (await product.get('/admin/pricing', anna)).body
    return post(`/admin/pricing/${data[0].id}/withdraw`)
  },
  'POST /admin/pricing-tiers': () => post('/admin/pricing-tiers', { name: 'Gold', discountPercent: 5 }),
  'POST /admin/provider/stop': () => post('/admin/provider/stop'),
  'POST /admin/provider/resume': () => post('/admin/provider/resume'),
  'POST /admin/refunds': async () =>
    post('/admin/refunds', {
      vendorId: vendor.vendorId,
      invoiceId: await subscriptionInvoice(),
      basis: 'PLATFORM_ERROR',
      reason: 'A day without service.',
    }),
  'POST /admin/refunds/:id/approve': async () => post(`/admin/refunds/${await refundRequest()}/approve`, {}),
  'POST /admin/refunds/:id/paid-out': async () =>
    post(`/admin/refunds/${await unpaidRefund()}/paid-out`, { reference: 'N123' }),
  'POST /admin/refunds/:id/reject': async () => post(`/admin/refunds/${await refundRequest()}/reject`, { note: 'No.' }),
  'PUT /admin/vendors/:id/pricing': () => put(`/admin/vendors/${vendor.vendorId}/pricing`, { markupPercent: 7 }),
  // Of a vendor of its own: the one above has an open refund request by now.
  'PUT /admin/vendors/:id/subscription': async () =>
    put(`/admin/vendors/${(await newVendor(product)).vendorId}/subscription`, {
      plan: 'CUSTOM',
      cycle: 'MONTHLY',
      monthlyAmountPaise: 100_000,
      conversationCap: 1_000,
    }),
  'POST /admin/vendors/:id/suspend': async () =>
    post(`/admin/vendors/${(await newVendor(product)).vendorId}/suspend`, { reason: 'Complaints' }),
  'POST /admin/vendors/:id/unsuspend': async () => post(`/admin/vendors/${await suspended()}/unsuspend`),
  'POST /admin/wallet/corrections': async () => {
    const { id: transactionId } = (await credit(500)).body
    return post('/admin/wallet/corrections', { vendorId: vendor.vendorId, transactionId, reason: 'Not meant' })
  },
  'POST /admin/wallet/credit': () => credit(1_000),
}

const writes = Object.keys(OPERATOR_ROUTES).filter((route) => !route.startsWith('GET'))

test('every route of operators that changes something is tried here', () => {
  expect(Object.keys(ACTIONS).sort()).toEqual(writes.sort())
})

// In the order above: sending is stopped before it is resumed.
test.each(Object.keys(ACTIONS))('%s is audited with its actor and what changed', async (route) => {
  const { status, body } = (await ACTIONS[route]?.()) ?? {}
  expect(status, `${route} ${JSON.stringify(body)}`).toBeOneOf([200, 201, 204])
  const [last] = (await product.get('/admin/audit?pageSize=1', anna)).body.data
  expect(last).toMatchObject({
    operatorId: route === 'POST /admin/approvals/:id/approve' ? expect.any(String) : anna.id,
    before: expect.any(Object),
    after: expect.any(Object),
  })
  expect(last.before).not.toEqual(last.after)
})

const audited = async (action: string, by: TestOperator) =>
  (await product.get(`/admin/audit?action=${action}`, anna)).body.data.filter(
    ({ operatorId }: { operatorId: string }) => operatorId === by.id,
  )
const csvLists = Object.entries(OPERATOR_ROUTES).flatMap(([route, roles]) =>
  'csvRoles' in roles ? (route.split('/').at(-1) ?? '') : [],
)

test.each(csvLists)('an export of the %s of a vendor is audited, a page of them is not', async (list) => {
  const finance = await newOperator(product, 'FINANCE')
  const path = `/admin/vendors/${vendor.vendorId}/${list}`
  expect((await product.get(path, finance)).status).toBe(200)
  expect(await audited('VENDOR_LIST_EXPORTED', finance)).toEqual([])
  expect((await product.get(`${path}?format=csv`, finance)).status).toBe(200)
  expect(await audited('VENDOR_LIST_EXPORTED', finance)).toMatchObject([
    { vendorId: vendor.vendorId, subjectType: 'vendor', subjectId: vendor.vendorId, details: { list } },
  ])
})

test('who reads the messages of people whom no vendor knows is audited, once an hour', async () => {
  const [reader, other] = [await newOperator(product), await newOperator(product)]
  const read = (by: TestOperator) => product.get('/admin/provider/unassigned', by)
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(reader)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await read(other)
  expect(await audited('UNASSIGNED_READ', reader)).toHaveLength(1)
  expect(await audited('UNASSIGNED_READ', other)).toHaveLength(1)

  await product.advance(3_600)
  const again = await signIn(product, reader.email)
  await read({ ...reader, token: again.body.accessToken })
  anna = { ...anna, token: (await signIn(product, anna.email, SANDBOX_PASSWORD)).body.accessToken }
  expect(await audited('UNASSIGNED_READ', reader)).toHaveLength(2)
})
