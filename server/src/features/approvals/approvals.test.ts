import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { NO_IDEMPOTENCY_KEY } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { approvalHandlers } from '../../roles/approvals.ts'
import { closeVendor } from '../vendors/close.ts'
import { readWallet } from '../wallet/read.ts'
import { approveAction } from './decide.ts'

const THRESHOLD = 5_000_000
const DAY_SECONDS = 86_400

let product: TestProduct
let anna: TestOperator
let bilal: TestOperator
beforeAll(async () => {
  product = await startProduct({ env: { ACCESS_TOKEN_TTL_SECONDS: '86400' } })
  anna = await seededOperator(product)
  bilal = await newOperator(product)
})

const credit = (
  by: TestOperator,
  vendorId: string,
  amountMinorUnit: number,
  { type = 'CREDIT', headers = {} }: { type?: string; headers?: Record<string, string> } = {},
) =>
  product.post(
    '/admin/wallet/credit',
    { vendorId, amountMinorUnit, type, reason: 'paid by bank transfer' },
    { token: by.token, headers },
  )
const decide = (by: TestOperator, id: string, decision: 'approve' | 'reject', body?: unknown) =>
  product.post(`/admin/approvals/${id}/${decision}`, body, { token: by.token })
const read = async (id: string) => (await product.get(`/admin/approvals/${id}`, { token: anna.token })).body
const balanceOf = async (vendorId: string) =>
  Number((await readWallet(product.deps.db, vendorId as VendorId)).balance_minor_unit)
const actionsOn = async (vendorId: string) =>
  (await product.get(`/admin/audit?vendorId=${vendorId}`, { token: anna.token })).body.data

/** A pending credit above the threshold. */
async function pendingCredit(by = anna, amount = THRESHOLD + 1) {
  const vendorId = await newWallet(product.deps.db)
  const { status, body } = await credit(by, vendorId, amount)
  expect(status).toBe(202)
  return { vendorId, id: body.approvalId as string }
}

test('a credit above the threshold moves nothing until another operator approves it', async () => {
  const vendor = await newVendor(product, 'Patient Traders')
  const asked = await credit(anna, vendor.vendorId, 7_500_000, { type: 'BONUS' })
  expect(asked).toMatchObject({ status: 202, body: { approvalId: expect.any(String), status: 'PENDING' } })
  expect(Object.keys(asked.body).sort()).toEqual(['approvalId', 'status'])
  const id = asked.body.approvalId
  expect(await balanceOf(vendor.vendorId)).toBe(0)
  const { expiresAt, requestedAt, ...shown } = await read(id)
  expect(shown).toEqual({
    id,
    kind: 'WALLET_CREDIT',
    status: 'PENDING',
    vendorId: vendor.vendorId,
    companyName: 'Patient Traders',
    amountMinorUnit: 7_500_000,
    currency: 'INR',
    reason: 'paid by bank transfer',
    details: { type: 'BONUS' },
    text: null,
    requestedBy: { id: anna.id, email: anna.email },
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    result: null,
  })
  expect(Date.parse(expiresAt) - Date.parse(requestedAt)).toBe(7 * DAY_SECONDS * 1000)

  for (const decision of ['approve', 'reject'] as const)
    expect(await decide(anna, id, decision)).toMatchObject({ status: 403, body: { code: 'SAME_OPERATOR' } })
  expect(await read(id)).toMatchObject({ status: 'PENDING' })

  const approved = await decide(bilal, id, 'approve')
  expect(approved).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'APPROVED',
      decidedBy: { id: bilal.id, email: bilal.email },
      result: { transactionId: expect.any(String) },
    },
  })
  const { data } = (await product.get('/billing/transactions', { token: vendor.token })).body
  expect(data).toMatchObject([
    { id: approved.body.result.transactionId, type: 'BONUS', amountMinorUnit: 7_500_000, referenceType: 'ADMIN' },
  ])
  expect(await actionsOn(vendor.vendorId)).toMatchObject([
    { action: 'APPROVAL_GRANTED', operatorId: bilal.id, subjectId: id },
    { action: 'WALLET_CREDITED', operatorId: anna.id, details: { approvalId: id, approvedBy: bilal.id } },
    { action: 'APPROVAL_REQUESTED', operatorId: anna.id, subjectId: id, details: { amountMinorUnit: 7_500_000 } },
  ])
  for (const decision of ['approve', 'reject'] as const)
    expect(await decide(bilal, id, decision)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', currentStatus: 'APPROVED' },
    })
  expect(await balanceOf(vendor.vendorId)).toBe(7_500_000)
})

test('a rejected credit never happens, and shows the reason', async () => {
  const { vendorId, id } = await pendingCredit()
  expect(await decide(bilal, id, 'reject', { reason: 'No such transfer' })).toMatchObject({
    status: 200,
    body: { status: 'REJECTED', decisionReason: 'No such transfer', result: null },
  })
  expect((await decide(bilal, id, 'approve')).body).toMatchObject({ code: 'INVALID_STATE', currentStatus: 'REJECTED' })
  expect(await balanceOf(vendorId)).toBe(0)
  expect((await actionsOn(vendorId))[0]).toMatchObject({ action: 'APPROVAL_REJECTED', operatorId: bilal.id })
})

describe('the threshold', () => {
  test('counts what one operator credits to one vendor within 24 hours', async () => {
    const [one, other] = [await newWallet(product.deps.db), await newWallet(product.deps.db)]
    expect((await credit(anna, one, 3_000_000)).status).toBe(201)
    expect((await credit(anna, one, 2_000_000, { type: 'BONUS' })).status).toBe(201) // the threshold exactly
    const split = await credit(anna, one, 1)
    expect(split.status).toBe(202)
    expect((await credit(anna, other, THRESHOLD)).status).toBe(201)
    expect((await credit(bilal, one, THRESHOLD)).status).toBe(201)
    // What a second operator has approved does not count.
    expect((await decide(bilal, split.body.approvalId, 'approve')).status).toBe(200)
    expect(await balanceOf(one)).toBe(2 * THRESHOLD + 1)
  })

  test('is not exceeded when the parts are sent at once', async () => {
    const vendorId = await newWallet(product.deps.db)
    const answers = await Promise.all(Array.from({ length: 12 }, () => credit(anna, vendorId, 1_000_000)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(202)])
    expect(await balanceOf(vendorId)).toBe(THRESHOLD)
  })

  test.each([
    // 50,000 rupees at 83.33 per dollar: 600.024 dollars, 89,703.588 yen, 184.50738 dinars.
    ['USD', 60_002],
    ['JPY', 89_703],
    ['KWD', 184_507],
  ])('has the same value in %s', async (currency, most) => {
    const [below, above] = [
      await newWallet(product.deps.db, { currency }),
      await newWallet(product.deps.db, { currency }),
    ]
    expect((await credit(anna, below, most)).status).toBe(201)
    expect((await credit(anna, above, most + 1)).status).toBe(202)
  })
})

describe('a decision', () => {
  test('is executed once, of many concurrent approvals', async () => {
    const { vendorId, id } = await pendingCredit()
    const carla = await newOperator(product)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => decide(i % 2 ? bilal : carla, id, 'approve')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await balanceOf(vendorId)).toBe(THRESHOLD + 1)
  })

  test('is exactly one of a concurrent approval and rejection', async () => {
    for (let round = 0; round < 8; round++) {
      const { vendorId, id } = await pendingCredit()
      const [approved, rejected] = await Promise.all([decide(bilal, id, 'approve'), decide(bilal, id, 'reject')])
      expect([approved.status, rejected.status].sort()).toEqual([200, 409])
      expect(await balanceOf(vendorId)).toBe(approved.status === 200 ? THRESHOLD + 1 : 0)
    }
  })

  test('is all or nothing: a failure after the money moved leaves the request pending', async () => {
    const { vendorId, id } = await pendingCredit()
    const killed = {
      ...approvalHandlers,
      WALLET_CREDIT: async (...call: Parameters<typeof approvalHandlers.WALLET_CREDIT>) => {
        await approvalHandlers.WALLET_CREDIT(...call)
        throw new Error('killed')
      },
    }
    const operator = { kind: 'operator', accountId: bilal.id as never, role: 'OWNER' } as const
    await expect(approveAction(product.deps, killed, operator, id, NO_IDEMPOTENCY_KEY)).rejects.toThrow('killed')
    expect([await balanceOf(vendorId), (await read(id)).status]).toEqual([0, 'PENDING'])
    expect((await decide(bilal, id, 'approve')).status).toBe(200)
    expect(await balanceOf(vendorId)).toBe(THRESHOLD + 1)
  })

  test('depends on the state at that moment: a vendor that is closing gets nothing', async () => {
    const { vendorId, id } = await pendingCredit()
    await inTransaction(product.deps.db, (tx) => closeVendor(tx, vendorId, product.deps.clock.now()))
    expect(await decide(bilal, id, 'approve')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect([await balanceOf(vendorId), (await read(id)).status]).toEqual([0, 'PENDING'])
    expect((await decide(bilal, id, 'reject')).status).toBe(200)
  })

  test('pays in the currency that was approved, or not at all', async () => {
    const vendor = await newVendor(product)
    const choose = (currency: string) => product.patch('/vendor/me', { currency }, { token: vendor.token })
    const { body } = await credit(anna, vendor.vendorId, THRESHOLD + 1)
    expect((await choose('KWD')).status).toBe(200)
    const refused = await decide(bilal, body.approvalId, 'approve')
    expect(refused).toMatchObject({ status: 422, body: { code: 'CURRENCY_MISMATCH' } })
    expect(await balanceOf(vendor.vendorId)).toBe(0)
    expect(await read(body.approvalId)).toMatchObject({ status: 'PENDING', currency: 'INR' })
    await choose('INR')
    expect((await decide(bilal, body.approvalId, 'approve')).status).toBe(200)
    expect(await balanceOf(vendor.vendorId)).toBe(THRESHOLD + 1)
  })

  test('and a request are each made once per Idempotency-Key', async () => {
    const vendorId = await newWallet(product.deps.db)
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await credit(anna, vendorId, THRESHOLD + 1, { headers }),
      await credit(anna, vendorId, THRESHOLD + 1, { headers }),
    ]
    expect(second).toMatchObject({ status: 202, body: first.body })
    const approve = () =>
      product.post(`/admin/approvals/${first.body.approvalId}/approve`, undefined, { token: bilal.token, headers })
    const approved = await approve()
    expect(await approve()).toMatchObject({ status: 200, body: approved.body })
    expect(await balanceOf(vendorId)).toBe(THRESHOLD + 1)
  })
})

test('the list is for operators, shows pending requests first, and has pages', async () => {
  const waiting = [(await pendingCredit()).id, (await pendingCredit()).id]
  const decided = (await pendingCredit()).id
  await decide(bilal, decided, 'reject')
  const list = async (query = '') => (await product.get(`/admin/approvals${query}`, { token: anna.token })).body
  const { data, total } = await list('?pageSize=100')
  const statuses = data.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual([...statuses].sort((a, b) => Number(b === 'PENDING') - Number(a === 'PENDING')))
  expect(data.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(waiting.toReversed())
  const walked: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await list(`?pageSize=2${cursor}`)
    walked.push(...page.data)
    if (!page.nextCursor) break
    cursor = `&cursor=${page.nextCursor}`
  }
  expect(walked).toEqual(data)
  expect(total).toBe(data.length)
  const rejected = await list('?status=REJECTED')
  expect(rejected.data[0]).toMatchObject({ id: decided, status: 'REJECTED' })
  expect(rejected.total).toBe(statuses.filter((status: string) => status === 'REJECTED').length)
  expect((await list('?status=LATE')).code).toBe('VALIDATION_FAILED')

  const vendor = await newVendor(product)
  for (const path of ['/admin/approvals', `/admin/approvals/${waiting[0]}`])
    expect((await product.get(path, { token: vendor.token })).status).toBe(403)
  const approve = (id: string) => product.post(`/admin/approvals/${id}/approve`, undefined, { token: bilal.token })
  expect((await approve(newId<'approval'>())).status).toBe(404)
  expect((await approve('x')).status).toBe(404)
  expect((await decide(bilal, waiting[0] as string, 'reject', { note: 'x' })).status).toBe(400)
})

// Runs last, because it moves the clock by a week.
test('a request expires after seven days, and the daily sum resets after one', async () => {
  const vendorId = await newWallet(product.deps.db)
  await credit(anna, vendorId, THRESHOLD)
  const [late, inTime] = [await pendingCredit(), await pendingCredit()]
  await product.advance(DAY_SECONDS - 60)
  ;[anna, bilal] = [await seededOperator(product), await newOperator(product)]
  expect((await credit(anna, vendorId, 1)).status).toBe(202)
  await product.advance(61)
  expect((await credit(anna, vendorId, THRESHOLD)).status).toBe(201)

  await product.advance(6 * DAY_SECONDS - 31)
  ;[anna, bilal] = [await seededOperator(product), await newOperator(product)]
  expect((await decide(bilal, inTime.id, 'approve')).status).toBe(200)
  await product.advance(60)
  for (const decision of ['approve', 'reject'] as const)
    expect((await decide(bilal, late.id, decision)).body).toMatchObject({
      code: 'INVALID_STATE',
      currentStatus: 'EXPIRED',
    })
  expect([await balanceOf(late.vendorId), (await read(late.id)).status]).toEqual([0, 'EXPIRED'])
  const { body } = await product.get('/admin/approvals?status=EXPIRED&pageSize=100', { token: anna.token })
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(late.id)
})
