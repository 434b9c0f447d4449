import { beforeAll, describe, expect, test } from 'vitest'
import { codecOf, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { OptOutReason } from '../tables.ts'
import { optInNumber, optOut, optOutNumber } from './opt-out.ts'

const nextNumber = numbersFrom(61_000_000)
let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let vendorId: VendorId
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  vendorId = vendor.vendorId as VendorId
})

const inTx = <T>(body: (tx: Tx) => Promise<T>) => inTransaction(product.deps.db, body)
const contactOf = async (mobile: string) => (await product.post('/contacts', { mobile }, vendor)).body
const seen = async (id: string) => (await product.get(`/contacts/${id}`, vendor)).body.optedOutAt
const reasonOf = async (mobile: string) => {
  const mobile_hash = (await codecOf(product, vendorId)).hash(mobile)
  const row = await product.deps.db
    .selectFrom('opt_out')
    .select('reason')
    .where('mobile_hash', '=', mobile_hash)
    .executeTakeFirst()
  return row?.reason
}
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

describe('a manual opt-out', () => {
  test('is shown with its reason, keeps its first time if repeated, and can be reverted', async () => {
    const { id } = await contactOf(nextNumber())
    const first = await product.post(`/contacts/${id}/opt-out`, undefined, vendor)
    expect(first).toMatchObject({ status: 200, body: { id, optedOutAt: expect.any(String), optOutReason: 'MANUAL' } })
    const second = await product.post(`/contacts/${id}/opt-out`, undefined, vendor)
    expect(second.body.optedOutAt).toBe(first.body.optedOutAt)
    for (let i = 0; i < 2; i++) expect((await product.del(`/contacts/${id}/opt-out`, vendor)).status).toBe(204)
    expect(await seen(id)).toBeNull()
  })

  test('survives the contact and is not reverted by START', async () => {
    const mobile = nextNumber()
    const { id } = await contactOf(mobile)
    await product.post(`/contacts/${id}/opt-out`, undefined, vendor)
    await inTx((tx) => optInNumber(tx, product.deps, vendorId, mobile, ['STOP'], new Date()))
    await product.del(`/contacts/${id}`, vendor)
    expect(await seen((await contactOf(mobile)).id)).not.toBeNull()
  })

  test('opting in reverts a STOP, but not a preference set at the provider', async () => {
    for (const [reason, status] of [
      ['STOP', 204],
      ['PROVIDER', 409],
      ['PREFERENCE', 409],
    ] as const) {
      const mobile = nextNumber()
      const { id } = await contactOf(mobile)
      await inTx((tx) => optOutNumber(tx, product.deps, vendorId, mobile, reason, at(1)))
      const answer = await product.del(`/contacts/${id}/opt-out`, vendor)
      expect(answer.status, reason).toBe(status)
      if (status === 409) expect(answer.body.code).toBe('OPTED_OUT')
      expect((await seen(id)) === null).toBe(status === 204)
    }
  })
})

test.each<[OptOutReason, OptOutReason, OptOutReason]>([
  ['STOP', 'MANUAL', 'MANUAL'],
  ['MANUAL', 'STOP', 'MANUAL'],
  ['MANUAL', 'PROVIDER', 'PROVIDER'],
  ['STOP', 'PREFERENCE', 'PREFERENCE'],
  ['PREFERENCE', 'STOP', 'PREFERENCE'],
  ['PROVIDER', 'MANUAL', 'PROVIDER'],
])('of %s and then %s the reason %s is kept, which is harder to revert', async (first, second, stays) => {
  const mobile = nextNumber()
  const hash = (await codecOf(product, vendorId)).hash(mobile)
  await inTx((tx) => optOut(tx, vendorId, hash, first, at(1)))
  await inTx((tx) => optOut(tx, vendorId, hash, second, at(2)))
  expect(await reasonOf(mobile)).toBe(stays)
})

test('a START sent before the last STOP has no effect, however late it arrives', async () => {
  const mobile = nextNumber()
  const stop = (second: number) => inTx((tx) => optOutNumber(tx, product.deps, vendorId, mobile, 'STOP', at(second)))
  const start = (second: number) => inTx((tx) => optInNumber(tx, product.deps, vendorId, mobile, ['STOP'], at(second)))
  await stop(1)
  await stop(5)
  await start(3)
  expect(await reasonOf(mobile)).toBe('STOP')
  await start(6)
  expect(await reasonOf(mobile)).toBeUndefined()
})

test('a number that the provider spells differently is opted out in both spellings', async () => {
  const { id } = await contactOf('+55 21 98765-4321')
  await inTx((tx) => optOutNumber(tx, product.deps, vendorId, '552187654321', 'STOP', at(1)))
  expect(await seen(id)).not.toBeNull()
})
