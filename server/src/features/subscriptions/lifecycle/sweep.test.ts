import { beforeAll, describe, expect, test } from 'vitest'
import { subscriberSince, sweepAt } from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { cancelSubscription } from './cancel.ts'

/** The test runs every round of the sweep itself. */
let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const START = new Date('2026-06-15T10:00:00Z')
const END = new Date('2026-07-15T10:00:00Z')
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)
const day = (n: number) => hours(END, (n - 1) * 24)
const bills = async (vendor: Awaited<ReturnType<typeof subscriberSince>>) =>
  (await vendor.invoices()).slice(2).map(({ status, number }) => [status, number !== null])

describe('the subscription sweep', () => {
  test('drafts the invoice on Day 1, marks it overdue from Day 5, and a payment makes that same invoice PAID', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    await sweepAt(product.deps, day(1))
    expect(await bills(vendor)).toEqual([['DRAFT', false]])
    await sweepAt(product.deps, day(5))
    expect(await bills(vendor)).toEqual([['OVERDUE', false]])
    const [, , bill] = await vendor.invoices()
    await vendor.payCycle(day(6))
    expect(await bills(vendor)).toEqual([['PAID', true]])
    expect((await vendor.invoices())[2]?.id).toBe(bill?.id)
  })

  test('leaves no invoice for unbilled time after months of being frozen', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    for (const at of [day(1), day(5), day(8)]) await sweepAt(product.deps, at)
    await vendor.payCycle(day(100))
    expect(await bills(vendor)).toEqual([
      ['VOID', false],
      ['PAID', true],
    ])
  })

  test('leaves no open invoice of a plan that is ended in its grace period', async () => {
    const { deps } = product
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    for (const at of [day(1), day(5)]) await sweepAt(deps, at)
    await inTransaction(deps.db, (tx) => cancelSubscription(tx, deps, vendor.vendorId, vendor.id, day(6)))
    expect(await bills(vendor)).toEqual([['VOID', false]])
  })

  test('reminds on Day 4 and Day 7 and announces the freeze, each once, however many sweeps run', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('halted', END)
    for (let n = 1; n <= 10; n++)
      await Promise.all([sweepAt(product.deps, day(n)), sweepAt(product.deps, hours(day(n), 3))])
    expect(await vendor.notices()).toEqual([
      'SUBSCRIPTION_STARTED',
      'PAYMENT_FAILED',
      'PAYMENT_REMINDER',
      'PAYMENT_REMINDER',
      'SUBSCRIPTION_FROZEN',
    ])
    expect(await vendor.seen(day(9))).toMatchObject({ status: 'FROZEN', frozenAt: day(8).toISOString() })
  })

  test('sends only the latest notice after days without a sweep', async () => {
    const [sixth, ninth] = await Promise.all([subscriberSince(product, START), subscriberSince(product, START)])
    for (const vendor of [sixth, ninth]) await vendor.receiveEvent('halted', END)
    await sweepAt(product.deps, day(6))
    expect((await sixth.notices()).slice(1)).toEqual(['PAYMENT_REMINDER'])
    await sweepAt(product.deps, day(9))
    expect((await sixth.notices()).slice(1)).toEqual(['PAYMENT_REMINDER', 'SUBSCRIPTION_FROZEN'])
    const late = await subscriberSince(product, START)
    await late.receiveEvent('halted', END)
    await sweepAt(product.deps, day(9))
    expect((await late.notices()).slice(1)).toEqual(['SUBSCRIPTION_FROZEN'])
  })

  test('sends nothing twice when the clock of one worker is a day ahead or behind', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('halted', END)
    for (let n = 1; n <= 9; n++) for (const skew of [0, 1, -1]) await sweepAt(product.deps, day(n + skew))
    const kinds = await vendor.notices()
    expect(kinds.filter((kind) => kind === 'PAYMENT_REMINDER')).toHaveLength(2)
    expect(kinds.filter((kind) => kind === 'SUBSCRIPTION_FROZEN')).toHaveLength(1)
    expect(await bills(vendor)).toEqual([['OVERDUE', false]])
    expect(await vendor.seen(day(7))).toMatchObject({ status: 'PAST_DUE', frozenAt: null })
  })

  test('treats a cycle that ended without an event like a failed charge, a day later', async () => {
    const vendor = await subscriberSince(product, START)
    await sweepAt(product.deps, hours(END, 23))
    expect(await bills(vendor)).toEqual([])
    await sweepAt(product.deps, hours(END, 24))
    expect(await bills(vendor)).toEqual([['DRAFT', false]])
    await sweepAt(product.deps, hours(END, 8 * 24))
    expect((await vendor.notices()).at(-1)).toBe('SUBSCRIPTION_FROZEN')
  })
})
