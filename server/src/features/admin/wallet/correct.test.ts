import { beforeAll, describe, expect, test } from 'vitest'
import { figuresOf, move, movement, newWallet } from '../../../../tests/support/money/wallets.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../../tests/support/operators.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { closeVendor } from '../../vendors/close.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'
import { verifyLedger } from '../../wallet/ledger/verify.ts'

let product: TestProduct
let anna: TestOperator
let bilal: TestOperator
beforeAll(async () => {
  product = await startProduct()
  anna = await seededOperator(product)
  bilal = await newOperator(product)
})

const give = async (vendorId: string, amountMinorUnit: number, type: 'CREDIT' | 'BONUS' = 'CREDIT') =>
  (
    await product.post(
      '/admin/wallet/credit',
      { vendorId, amountMinorUnit, type, reason: 'by mistake' },
      { token: anna.token },
    )
  ).body
const correct = (vendorId: string, transactionId: string, by = anna, more: object = {}) =>
  product.post(
    '/admin/wallet/corrections',
    { vendorId, transactionId, reason: 'credited to the wrong vendor', ...more },
    { token: by.token },
  )
const figures = async (vendorId: VendorId) => {
  const { balance, bonus, reserved } = await figuresOf(product.deps.db, vendorId)
  return { balance: Number(balance), bonus: Number(bonus), reserved: Number(reserved) }
}

test('a credit is taken back once, the vendor is notified, and it is audited', async () => {
  const vendor = await newVendor(product)
  const vendorId = vendor.vendorId as VendorId
  const credit = await give(vendorId, 4_000)
  const answer = await correct(vendorId, credit.id)
  expect(answer).toMatchObject({
    status: 201,
    body: {
      type: 'DEBIT',
      amountMinorUnit: 4_000,
      balanceAfterMinorUnit: 0,
      idempotencyKey: `correct-${credit.id}`,
      referenceType: 'ADMIN',
      referenceId: credit.id,
      description: 'credited to the wrong vendor',
      correctedTransactionId: credit.id,
      uncorrectedMinorUnit: 0,
    },
  })
  await give(vendorId, 9_000)
  expect(await correct(vendorId, credit.id, bilal, { reason: 'again' })).toMatchObject({
    status: 201,
    body: answer.body,
  })
  expect(await figures(vendorId)).toMatchObject({ balance: 9_000 })
  expect(await verifyLedger(product.deps.db, vendorId)).toMatchObject({ ok: true, rows: 3 })
  const audit = await product.get(`/admin/audit?action=WALLET_CORRECTED&vendorId=${vendorId}`, { token: anna.token })
  expect(audit.body.data).toMatchObject([
    {
      operatorId: anna.id,
      subjectId: answer.body.id,
      details: { correctedTransactionId: credit.id, amountMinorUnit: 4_000, uncorrectedMinorUnit: 0, currency: 'INR' },
    },
  ])
  const notifications = (await product.get('/notifications', { token: vendor.token })).body.data
  expect(notifications.filter(({ kind }: { kind: string }) => kind === 'WALLET_CORRECTED')).toHaveLength(1)
})

describe('the amount taken back', () => {
  test('is limited by the balance; the rest is named', async () => {
    const vendorId = await newWallet(product.deps.db)
    const [credit, bonus] = [await give(vendorId, 1_000), await give(vendorId, 500, 'BONUS')]
    await move(product.deps.db, vendorId, [movement('DEBIT', 1_200)])
    expect((await correct(vendorId, credit.id)).body).toMatchObject({ amountMinorUnit: 300, uncorrectedMinorUnit: 700 })
    // The balance is empty: nothing is done, and it can be done later.
    expect(await correct(vendorId, bonus.id)).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_BALANCE', requiredMinorUnit: 500, balanceMinorUnit: 0 },
    })
    await move(product.deps.db, vendorId, [movement('CREDIT', 2_000)])
    expect((await correct(vendorId, bonus.id)).body).toMatchObject({ amountMinorUnit: 500, uncorrectedMinorUnit: 0 })
    expect(await figures(vendorId)).toEqual({ balance: 1_500, bonus: 0, reserved: 0 })
  })

  test('excludes what campaigns hold and what messages in flight will cost', async () => {
    const vendorId = await newWallet(product.deps.db)
    const { db } = product.deps
    const credit = await give(vendorId, 1_000)
    const hold = newId<'campaign'>()
    await move(db, vendorId, [movement('RESERVED', 400, { hold })])
    expect(await inTransaction(db, (tx) => tryHoldInFlight(tx, vendorId, 250n))).toBe(true)
    expect((await correct(vendorId, credit.id)).body).toMatchObject({ amountMinorUnit: 350, uncorrectedMinorUnit: 650 })
    expect(await figures(vendorId)).toEqual({ balance: 250, bonus: 0, reserved: 400 })
    await inTransaction(db, (tx) => releaseInFlight(tx, vendorId, 250n))
    await move(db, vendorId, [movement('REFUND', 400, { hold })])
  })

  test('is paid money first for a CREDIT, and bonus first for a BONUS', async () => {
    const vendorId = await newWallet(product.deps.db)
    const [credit, bonus] = [await give(vendorId, 1_000), await give(vendorId, 600, 'BONUS')]
    await move(product.deps.db, vendorId, [movement('CREDIT', 100)])
    expect((await correct(vendorId, credit.id)).body).toMatchObject({ amountMinorUnit: 1_000, bonusMinorUnit: 0 })
    expect(await figures(vendorId)).toMatchObject({ balance: 700, bonus: 600 })
    expect((await correct(vendorId, bonus.id)).body).toMatchObject({ amountMinorUnit: 600, bonusMinorUnit: 600 })
    expect(await figures(vendorId)).toMatchObject({ balance: 100, bonus: 0 })

    const mixed = await newWallet(product.deps.db)
    const wrong = await give(mixed, 1_000)
    await move(product.deps.db, mixed, [movement('DEBIT', 700)])
    await give(mixed, 500, 'BONUS')
    expect((await correct(mixed, wrong.id)).body).toMatchObject({
      amountMinorUnit: 800,
      bonusMinorUnit: 500,
      uncorrectedMinorUnit: 200,
    })
    expect(await verifyLedger(product.deps.db, mixed)).toMatchObject({ ok: true })
  })
})

test('concurrent corrections take the credit back once', async () => {
  const vendorId = await newWallet(product.deps.db)
  const credit = await give(vendorId, 1_000)
  await give(vendorId, 5_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => correct(vendorId, credit.id, i % 2 ? anna : bilal)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await figures(vendorId)).toMatchObject({ balance: 5_000 })
})

test("only an operator's credit to this vendor can be taken back", async () => {
  const [vendorId, other] = [await newWallet(product.deps.db), await newWallet(product.deps.db)]
  const credit = await give(vendorId, 1_000)
  for (const [of, id] of [
    [other, credit.id],
    [vendorId, newId<'walletTransaction'>()],
    [newId<'vendor'>(), credit.id],
    [vendorId, 'x'],
    ['x' as VendorId, credit.id],
  ] as const)
    expect(await correct(of, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })

  const debit = movement('DEBIT', 100)
  const hold = newId<'campaign'>()
  const others = await move(product.deps.db, vendorId, [
    movement('CREDIT', 900, { referenceType: 'RECHARGE', referenceId: 'pay_1' }),
    movement('BONUS', 50, { referenceType: 'SUBSCRIPTION', referenceId: 's' }),
    debit,
    movement('REFUND', 100, { refundOf: debit.idempotencyKey }),
    movement('RESERVED', 10, { hold }),
    movement('REFUND', 10, { hold }),
  ])
  const correction = (await correct(vendorId, credit.id)).body
  for (const id of [...others.map((one) => one.id as string), correction.id])
    expect(await correct(vendorId, id)).toMatchObject({ status: 422, body: { code: 'NOT_CORRECTABLE' } })
  for (const more of [{ reason: '' }, { reason: undefined }, { vendorId: 7 }, { transactionId: 7 }, { amount: 1 }])
    expect(await correct(vendorId, credit.id, anna, more)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    })
  const vendor = await newVendor(product)
  const byVendor = { vendorId, transactionId: credit.id, reason: 'for me' }
  expect((await product.post('/admin/wallet/corrections', byVendor, { token: vendor.token })).status).toBe(403)
  expect(await figures(vendorId)).toMatchObject({ balance: 950 })
})

test('above the threshold another operator has to approve, and the state at that moment decides', async () => {
  const vendorId = await newWallet(product.deps.db)
  const { approvalId } = await give(vendorId, 6_000_000)
  const approve = (id: string) => product.post(`/admin/approvals/${id}/approve`, undefined, { token: bilal.token })
  const credit = (await approve(approvalId)).body.result.transactionId
  const asked = await correct(vendorId, credit)
  expect(asked).toMatchObject({ status: 202, body: { status: 'PENDING' } })
  expect((await correct(vendorId, credit, bilal)).body).toEqual(asked.body) // it is already pending
  expect(await figures(vendorId)).toMatchObject({ balance: 6_000_000 })
  expect((await product.get(`/admin/approvals/${asked.body.approvalId}`, { token: anna.token })).body).toMatchObject({
    kind: 'WALLET_CORRECTION',
    amountMinorUnit: 6_000_000,
    details: { transactionId: credit },
    requestedBy: { id: anna.id },
  })
  await move(product.deps.db, vendorId, [movement('DEBIT', 1_000_000)])
  const approved = await approve(asked.body.approvalId)
  expect(approved.body).toMatchObject({
    status: 'APPROVED',
    result: { amountMinorUnit: 5_000_000, uncorrectedMinorUnit: 1_000_000 },
  })
  expect(await figures(vendorId)).toMatchObject({ balance: 0 })
  expect((await correct(vendorId, credit)).body).toMatchObject({
    id: approved.body.result.transactionId,
    uncorrectedMinorUnit: 1_000_000,
  })

  // Corrections add up separately: small ones of a day need a second operator as well.
  const small = await newWallet(product.deps.db)
  const parts: string[] = []
  for (const by of [anna, bilal])
    for (let i = 0; i < 2; i++) {
      const body = { vendorId: small, amountMinorUnit: 2_500_000, reason: 'part' }
      parts.push((await product.post('/admin/wallet/credit', body, { token: by.token })).body.id)
    }
  const statuses: number[] = []
  for (const id of parts) statuses.push((await correct(small, id)).status)
  expect(statuses).toEqual([201, 201, 202, 202])
})

test('a vendor that is closing cannot be corrected', async () => {
  const vendorId = await newWallet(product.deps.db)
  const [first, second] = [await give(vendorId, 100), await give(vendorId, 200)]
  const done = await correct(vendorId, first.id)
  await inTransaction(product.deps.db, (tx) => closeVendor(tx, vendorId, product.deps.clock.now()))
  expect(await correct(vendorId, second.id)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect(await correct(vendorId, first.id)).toMatchObject({ status: 201, body: done.body })
})

test("operators see a vendor's transactions, and which credits were taken back", async () => {
  const vendorId = await newWallet(product.deps.db)
  const [first, second] = [await give(vendorId, 300), await give(vendorId, 200, 'BONUS')]
  await move(product.deps.db, vendorId, [movement('DEBIT', 400)])
  await correct(vendorId, first.id)
  const list = async (query = '') =>
    (await product.get(`/admin/vendors/${vendorId}/transactions${query}`, { token: anna.token })).body
  expect((await list()).data).toMatchObject([
    { type: 'DEBIT', amountMinorUnit: 100, correction: null },
    { type: 'DEBIT', amountMinorUnit: 400, correction: null },
    { id: second.id, isCorrectable: true, correction: null },
    { id: first.id, isCorrectable: false, correction: { amountMinorUnit: 100 } },
  ])
  const page = await list('?type=DEBIT&pageSize=1')
  const next = await list(`?type=DEBIT&pageSize=1&cursor=${page.nextCursor}`)
  expect([page.total, next.data[0].amountMinorUnit]).toEqual([2, 400])
  expect((await product.get(`/admin/vendors/${newId()}/transactions`, { token: anna.token })).status).toBe(404)
})
