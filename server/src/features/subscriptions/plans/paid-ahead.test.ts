import { beforeAll, describe, expect, test } from 'vitest'
import {
  newPayment,
  type Subscriber,
  subscriberSince,
} from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { readUsage, settleConversations } from '../usage/conversation-usage.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const iso = (text: string) => new Date(text).toISOString()
const count = ({ vendorId }: Subscriber, n: number, now: Date) =>
  inTransaction(product.deps.db, (tx) => settleConversations(tx, vendorId, { used: n, reserved: 0 }, now))
const used = async ({ vendorId }: Subscriber, now: Date) =>
  (await readUsage(product.deps, vendorId, now)).conversationsUsed

describe('a cycle paid in advance', () => {
  /** The end of January: cycles begin on the last day of shorter months, and on the 31st of longer ones. */
  const START = new Date('2026-01-31T10:00:00Z')
  const END = new Date('2026-02-28T10:00:00Z')
  const SIX_DAYS_BEFORE = new Date('2026-02-22T10:00:00Z')
  const JUST_BEFORE = new Date('2026-02-28T09:59:59Z')

  test('extends the current one; its start and a new count follow at the instant when it begins', async () => {
    const vendor = await subscriberSince(product, START)
    await count(vendor, 400, SIX_DAYS_BEFORE)
    await vendor.payCycle(SIX_DAYS_BEFORE)
    const current = {
      status: 'ACTIVE',
      billingCycleStart: iso('2026-01-31T10:00:00Z'),
      billingCycleEnd: iso('2026-03-28T10:00:00Z'),
      conversationsUsed: 400,
      capResetDate: END.toISOString(),
    }
    expect(await vendor.seen(SIX_DAYS_BEFORE)).toMatchObject(current)
    await count(vendor, 5, JUST_BEFORE)
    expect(await vendor.seen(JUST_BEFORE)).toMatchObject({ ...current, conversationsUsed: 405 })

    const begun = {
      billingCycleStart: END.toISOString(),
      billingCycleEnd: iso('2026-03-28T10:00:00Z'),
      conversationsUsed: 0,
      capResetDate: iso('2026-03-28T10:00:00Z'),
    }
    expect(await vendor.seen(END)).toMatchObject(begun)
    // A count at that instant belongs to the new cycle and is kept.
    await count(vendor, 7, END)
    await count(vendor, 2, new Date('2026-03-20T10:00:00Z'))
    expect(await vendor.seen(new Date('2026-03-20T10:00:00Z'))).toMatchObject({ ...begun, conversationsUsed: 9 })
    expect(await used(vendor, new Date('2026-03-28T10:00:00Z'))).toBe(0)
  })

  test('twice begins cycle after cycle, even when nothing reads it in between', async () => {
    const [watched, unwatched] = [await subscriberSince(product, START), await subscriberSince(product, START)]
    for (const vendor of [watched, unwatched]) {
      await vendor.payCycle(SIX_DAYS_BEFORE)
      await vendor.receiveEvent('charged', JUST_BEFORE, JUST_BEFORE, newPayment(), END)
      expect(await vendor.seen(JUST_BEFORE)).toMatchObject({
        billingCycleStart: START.toISOString(),
        billingCycleEnd: iso('2026-04-28T10:00:00Z'),
      })
    }
    await count(watched, 3, END)
    expect(await watched.seen(END)).toMatchObject({ billingCycleStart: END.toISOString(), conversationsUsed: 3 })
    const third = new Date('2026-03-28T10:00:00Z')
    for (const vendor of [watched, unwatched])
      expect(await vendor.seen(third)).toMatchObject({
        billingCycleStart: third.toISOString(),
        conversationsUsed: 0,
        capResetDate: iso('2026-04-28T10:00:00Z'),
      })
  })

  test('for a quarter keeps counting by the month until the next one begins', async () => {
    const vendor = await subscriberSince(product, START, 'SMB', 'QUARTERLY')
    const early = new Date('2026-04-25T10:00:00Z')
    await count(vendor, 11, early)
    await vendor.payCycle(early, 719_700)
    expect(await vendor.seen(early)).toMatchObject({
      billingCycleStart: START.toISOString(),
      billingCycleEnd: iso('2026-07-30T10:00:00Z'),
      conversationsUsed: 11,
      capResetDate: iso('2026-04-30T10:00:00Z'),
    })
    expect(await vendor.seen(new Date('2026-04-30T10:00:00Z'))).toMatchObject({
      billingCycleStart: iso('2026-04-30T10:00:00Z'),
      conversationsUsed: 0,
    })
  })
})

describe('a cycle paid late', () => {
  const START = new Date('2026-03-10T10:00:00Z')
  const END = new Date('2026-04-10T10:00:00Z')
  const FIVE_DAYS_AFTER = new Date('2026-04-15T10:00:00Z')
  const paid = {
    billingCycleStart: END.toISOString(),
    billingCycleEnd: iso('2026-05-10T10:00:00Z'),
    capResetDate: iso('2026-05-10T10:00:00Z'),
  }

  test.each(['payCycle', 'hear'] as const)(
    'in the grace period (%s) began at the end of the last one: what was sent since counts towards it',
    async (how) => {
      const vendor = await subscriberSince(product, START)
      await count(vendor, 400, new Date('2026-04-01T10:00:00Z'))
      await vendor.receiveEvent('pending', END)
      await count(vendor, 30_000, new Date('2026-04-12T10:00:00Z'))
      const unpaid = { status: 'PAST_DUE', billingCycleStart: START.toISOString(), conversationsUsed: 30_000 }
      expect(await vendor.seen(FIVE_DAYS_AFTER)).toMatchObject(unpaid)
      if (how === 'payCycle') await vendor.payCycle(FIVE_DAYS_AFTER)
      else await vendor.receiveEvent('charged', FIVE_DAYS_AFTER, FIVE_DAYS_AFTER, newPayment(), END)
      expect(await vendor.seen(FIVE_DAYS_AFTER)).toMatchObject({ ...paid, status: 'ACTIVE', conversationsUsed: 30_000 })
      await count(vendor, 5, FIVE_DAYS_AFTER)
      expect(await used(vendor, FIVE_DAYS_AFTER)).toBe(30_005)
      expect(await used(vendor, new Date('2026-05-10T10:00:00Z'))).toBe(0)
    },
  )

  test('with nothing sent since the end of the last one starts from zero', async () => {
    const vendor = await subscriberSince(product, START)
    await count(vendor, 400, new Date('2026-04-01T10:00:00Z'))
    await vendor.payCycle(FIVE_DAYS_AFTER)
    expect(await vendor.seen(FIVE_DAYS_AFTER)).toMatchObject({ ...paid, conversationsUsed: 0 })
  })

  test('after the plan was frozen begins with the payment, and so does the count', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    await count(vendor, 30_000, new Date('2026-04-12T10:00:00Z'))
    const late = new Date('2026-04-20T10:00:00Z')
    expect(await vendor.seen(late)).toMatchObject({ status: 'FROZEN' })
    await vendor.payCycle(late)
    expect(await vendor.seen(late)).toMatchObject({ billingCycleStart: late.toISOString(), conversationsUsed: 0 })
  })
})
