import { beforeAll, expect, test } from 'vitest'
import { rollOver } from '../../../../tests/support/messaging/conversations.ts'
import { subscriberSince } from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { readUsage, reserveConversations, settleConversations } from './conversation-usage.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const START = new Date('2026-01-31T10:00:00Z')

test('the cap of a quarterly plan restarts each month, and what campaigns have reserved stays reserved', async () => {
  const { db } = product.deps
  const { vendorId, seen } = await subscriberSince(product, START, 'ENTERPRISE', 'QUARTERLY')
  const count = (n: number, now: Date) =>
    inTransaction(db, (tx) => settleConversations(tx, vendorId, { used: n, reserved: 0 }, now))
  const reserve = (n: number, now: Date) => inTransaction(db, (tx) => reserveConversations(tx, vendorId, n, now))
  await reserve(100_000, START)
  await count(50_000, START)
  const first = { conversationsUsed: 50_000, conversationCap: 150_000, percentUsed: 33.33 }
  expect(await readUsage(product.deps, vendorId, START)).toEqual({ ...first, resetDate: '2026-02-28T10:00:00.000Z' })
  await expect(reserve(1, START)).rejects.toMatchObject({ code: 'CONVERSATION_CAP_REACHED' })
  const march = new Date('2026-02-28T10:00:00Z')
  expect(await readUsage(product.deps, vendorId, march)).toMatchObject({ conversationsUsed: 0, percentUsed: 0 })
  await reserve(50_000, march)
  await count(3, march)
  await reserve(-3, march)
  expect(await seen(march)).toMatchObject({
    conversationsUsed: 3,
    conversationsReserved: 149_997,
    capResetDate: '2026-03-31T10:00:00.000Z',
  })
  // Without a campaign nothing may be left reserved.
  await reserve(-149_997, march)
})

const SEED = 55
test(`each message counts in one month while cycles roll over under a campaign (20 runs, seed ${SEED})`, async () => {
  await rollOver(product, 20, SEED)
})

test('many campaigns at once never reserve more than the cap', async () => {
  const { db } = product.deps
  const { vendorId, seen } = await subscriberSince(product, START)
  const reserve = (count: number) => inTransaction(db, (tx) => reserveConversations(tx, vendorId, count, START))
  const launches = Array.from({ length: 40 }, () =>
    reserve(3_000).then(
      () => 3_000,
      () => 0,
    ),
  )
  const admitted = (await Promise.all(launches)).reduce((total: number, n) => total + n, 0)
  expect(admitted).toBe(48_000)
  expect(await seen(START)).toMatchObject({ conversationsReserved: 48_000 })
  await reserve(-48_000)
})
