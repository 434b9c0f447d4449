import { beforeAll, describe, expect, test } from 'vitest'
import { move, movement } from '../../../tests/support/money/wallets.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { LedgerEntry } from './move-money.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
let member: string
const hold = newId<'campaign'>()
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product)
  member = (await newMember(product, vendor.token)).token
  await moveFor(vendor.vendorId, [
    movement('CREDIT', 123_450, { referenceType: 'RECHARGE', referenceId: 'pay_1', idempotencyKey: 'pay_1' }),
    movement('BONUS', 1_000),
    movement('RESERVED', 30_000, { hold, referenceType: 'CAMPAIGN', referenceId: hold }),
    movement('REFUND', 500, { hold }),
    movement('DEBIT', 40),
  ])
  await moveFor(other.vendorId, [movement('CREDIT', 777)])
})
const moveFor = (vendorId: string, movements: LedgerEntry[]) =>
  move(product.deps.db, vendorId as VendorId, movements, product.deps.clock.now())
const list = async (query = '', token = vendor.token) =>
  (await product.get(`/billing/transactions${query}`, { token })).body
const sequences = ({ data }: { data: { sequence: number }[] }) => data.map(({ sequence }) => sequence)

test('every user of the vendor sees the balance, with bonus, reserved amount and formatted text', async () => {
  for (const token of [vendor.token, member])
    expect((await product.get('/wallet/balance', { token })).body).toEqual({
      balanceMinorUnit: 94_910,
      bonusBalanceMinorUnit: 0,
      reservedMinorUnit: 29_500,
      currency: 'INR',
      formatted: '₹949.10',
      lowBalanceThreshold: 20_000,
      lastRechargedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  const empty = await newVendor(product)
  expect((await product.get('/wallet/balance', { token: empty.token })).body).toMatchObject({
    balanceMinorUnit: 0,
    lastRechargedAt: null,
  })
})

describe('transactions', () => {
  test('are listed newest first, with every field', async () => {
    const answer = await list()
    expect(sequences(answer)).toEqual([5, 4, 3, 2, 1])
    expect(answer).toMatchObject({ total: 5, page: 1, nextCursor: null })
    expect(answer.data[4]).toEqual({
      id: expect.any(String),
      walletId: expect.any(String),
      sequence: 1,
      type: 'CREDIT',
      amountMinorUnit: 123_450,
      bonusMinorUnit: 0,
      balanceAfterMinorUnit: 123_450,
      currency: 'INR',
      amountInrPaise: 123_450,
      exchangeRateUsed: 1,
      description: 'a CREDIT',
      referenceType: 'RECHARGE',
      referenceId: 'pay_1',
      idempotencyKey: 'pay_1',
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(answer.data[2]).toMatchObject({ type: 'RESERVED', bonusMinorUnit: 1_000, balanceAfterMinorUnit: 94_450 })
  })

  test('are paged, by cursor and by type', async () => {
    expect(sequences(await list('?page=2&pageSize=2'))).toEqual([3, 2])
    const first = await list('?pageSize=2')
    await moveFor(vendor.vendorId, [movement('BONUS', 3), movement('DEBIT', 3)])
    const second = await list(`?pageSize=2&cursor=${first.nextCursor}`)
    expect([...sequences(first), ...sequences(second)]).toEqual([5, 4, 3, 2])
    expect(await list('?type=DEBIT')).toMatchObject({ total: 2, data: [{ sequence: 7 }, { sequence: 5 }] })
    for (const wrong of [
      `?type=CREDIT&cursor=${first.nextCursor}`,
      '?type=debit',
      '?type=',
      '?what=1',
      '?pageSize=101',
    ])
      expect(await list(wrong), wrong).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await list(`?cursor=${first.nextCursor}`, other.token)).toMatchObject({ status: 400 })
  })

  test('never include those of another vendor', async () => {
    const answer = await list('', other.token)
    expect(answer).toMatchObject({ total: 1, data: [{ amountMinorUnit: 777, sequence: 1 }] })
    const mine = (await list()).data.map(({ id }: { id: string }) => id)
    expect(mine).not.toContain(answer.data[0].id)
  })

  test('and the ledger verification are for administrators', async () => {
    for (const path of ['/billing/transactions', '/billing/ledger/verify']) {
      expect((await product.get(path, { token: member })).status).toBe(403)
      expect((await product.get(path)).status).toBe(401)
    }
    expect((await product.get('/wallet/balance')).status).toBe(401)
  })
})

test('the ledger can be verified over HTTP', async () => {
  const { body } = await product.get('/billing/ledger/verify', { token: other.token })
  expect(body).toEqual({ ok: true, rows: 1, headHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('the currency cannot change once money has moved', async () => {
  const patch = (currency: string) => product.patch('/vendor/me', { currency }, { token: other.token })
  expect(await patch('USD')).toMatchObject({ status: 409, body: { code: 'CURRENCY_FIXED' } })
  expect((await patch('INR')).status).toBe(200)
  expect((await product.get('/vendor/me', { token: other.token })).body.currency).toBe('INR')
})
