import { beforeAll, describe, expect, test } from 'vitest'
import {
  newPayment,
  type Subscriber,
  subscriberSince,
} from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { JobHandler } from '../../../platform/jobs.ts'
import { subscriptionJobs } from '../job-handlers.ts'
import { cancelSubscription } from '../lifecycle/cancel.ts'
import { assertMaySend } from '../lifecycle/current.ts'

/** No worker runs here: the status of a subscription must not depend on one. */
let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const START = new Date('2026-06-15T10:00:00Z')
const END = new Date('2026-07-15T10:00:00Z')
const after = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000)
const ends = (text: string) => new Date(text).toISOString()

describe('a charge', () => {
  test('resets the cap and buys one cycle, however often the gateway reports it', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.use(123)
    const payment = newPayment()
    const at = after(END, 1)
    await vendor.receiveEvent('charged', at, at, payment)
    expect(await vendor.seen(at)).toMatchObject({
      status: 'ACTIVE',
      conversationsUsed: 0,
      billingCycleStart: END.toISOString(),
      billingCycleEnd: ends('2026-08-15T10:00:00Z'),
    })
    await vendor.use(7)
    await Promise.all(Array.from({ length: 100 }, () => vendor.receiveEvent('charged', at, after(at, 24), payment)))
    expect(await vendor.seen(after(at, 24))).toMatchObject({
      conversationsUsed: 7,
      billingCycleEnd: ends('2026-08-15T10:00:00Z'),
    })
    const invoices = await vendor.invoices()
    expect(invoices.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'SETUP PAID',
      'SUBSCRIPTION PAID',
      'SUBSCRIPTION PAID',
    ])
  })

  test('of a cycle already paid by an order buys the next one', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.payCycle(after(END, 1))
    await vendor.receiveEvent('charged', after(END, 2), after(END, 2), newPayment(), END)
    expect(await vendor.seen(after(END, 2))).toMatchObject({ billingCycleEnd: ends('2026-09-15T10:00:00Z') })
  })

  test('of another amount or currency buys nothing', async () => {
    const vendor = await subscriberSince(product, START)
    expect(await vendor.receiveEvent('charged', END, END, newPayment(100n))).toBe('AMOUNT_MISMATCH')
    expect(await vendor.receiveEvent('charged', END, END, { ...newPayment(), currency: 'USD' })).toBe(
      'CURRENCY_MISMATCH',
    )
    expect((await vendor.seen(END)).billingCycleEnd).toBe(END.toISOString())
  })

  test('of the former price buys no cycle of the plan that was chosen since', async () => {
    const vendor = await subscriberSince(product, START)
    const now = after(START, 24)
    const terms = { plan: 'ENTERPRISE', cycle_amount_paise: 1_000_000n } as const
    await product.deps.db.updateTable('subscription').set(terms).where('id', '=', vendor.id).execute()
    expect(await vendor.receiveEvent('charged', now)).toBe('AMOUNT_MISMATCH')
    expect((await vendor.seen(now)).billingCycleEnd).toBe(END.toISOString())
  })

  test('of an unknown subscription is retried later', async () => {
    const { id: _, ...vendor } = await subscriberSince(product, START)
    await product.deps.db.deleteFrom('gateway_subscription').where('vendor_id', '=', vendor.vendorId).execute()
    await expect(vendor.receiveEvent('charged', END)).rejects.toThrow('not known')
  })
})

describe('events in any order', () => {
  const SCRIPTS = {
    'failed, failed, paid, failed again': {
      events: [
        ['pending', after(END, 1)],
        ['halted', after(END, 72)],
        ['charged', after(END, 80), END],
        ['pending', after(END, 31 * 24)],
      ],
      looking: after(END, 31 * 24 + 1),
      end: { status: 'PAST_DUE', graceDay: 1, billingCycleEnd: ends('2026-08-15T10:00:00Z') },
    },
    'failed, paid, paid again, authorised': {
      events: [
        ['halted', after(END, 1)],
        ['charged', after(END, 2), END],
        ['charged', after(END, 31 * 24), new Date('2026-08-15T10:00:00Z')],
        ['activated', after(END, 3)],
      ],
      looking: after(END, 32 * 24),
      end: { status: 'ACTIVE', graceDay: null, mandate: 'ACTIVE', billingCycleEnd: ends('2026-09-15T10:00:00Z') },
    },
  } as const

  test.each(Object.entries(SCRIPTS))(
    '%s: the result is the same in all 24 orders',
    async (_, { events, looking, end }) => {
      const live = async (order: readonly number[]) => {
        const vendor = await subscriberSince(product, START)
        for (const [i, which] of order.entries()) {
          const [kind, at, cycleStart] = (events as readonly GatewayEvent[])[which] as GatewayEvent
          await vendor.receiveEvent(kind, at, after(looking, -1 + i / 10), newPayment(), cycleStart)
        }
        expect(await vendor.seen(looking), order.join()).toMatchObject(end)
      }
      await Promise.all(permutations([0, 1, 2, 3]).map(live))
    },
  )

  test('a failure of a mandate that was replaced since changes nothing', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.payCycle(after(END, -24))
    await vendor.receiveEvent('halted', after(END, 1))
    expect(await vendor.seen(after(END, 2))).toMatchObject({ status: 'ACTIVE', graceDay: null })
  })

  test('a cancelled subscription stays cancelled, wherever the cancellation falls', async () => {
    const live = async (order: readonly string[]) => {
      const vendor = await subscriberSince(product, START)
      for (const [i, what] of order.entries()) {
        const at = after(END, i + 1)
        if (what === 'cancel') await cancelNow(vendor, at)
        else await vendor.receiveEvent(what === 'halted' ? 'halted' : 'charged', at)
      }
      expect(await vendor.seen(after(END, 10)), order.join()).toMatchObject({ status: 'CANCELLED', mandate: 'NONE' })
      const bought = order.slice(0, order.indexOf('cancel')).filter((what) => what.startsWith('charged')).length
      expect(await vendor.invoices()).toHaveLength(2 + bought)
      expect(await vendor.receiveEvent('charged', after(END, 20))).toBe('SUBSCRIPTION_ENDED')
      await expect(assertMaySend(product.deps.db, product.deps, vendor.vendorId, after(END, 20))).rejects.toMatchObject(
        { code: 'SUBSCRIPTION_REQUIRED' },
      )
    }
    await Promise.all(permutations(['halted', 'charged', 'cancel', 'charged again']).map(live))
  })

  test('two events of the same second count in the order of arrival', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('charged', END)
    await vendor.receiveEvent('halted', END)
    expect(await vendor.seen(after(END, 1))).toMatchObject({ status: 'PAST_DUE' })
    await vendor.receiveEvent('charged', END)
    expect(await vendor.seen(after(END, 1))).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('without a scheduler', () => {
  test.each([
    [0, 'PAST_DUE', 1, 'yellow'],
    [3 * 24, 'PAST_DUE', 4, 'yellow'],
    [4 * 24 - 0.001, 'PAST_DUE', 4, 'yellow'],
    [4 * 24, 'PAST_DUE', 5, 'red'],
    [6 * 24, 'PAST_DUE', 7, 'red'],
    [7 * 24 - 0.001, 'PAST_DUE', 7, 'red'],
    [7 * 24, 'FROZEN', 8, 'frozen'],
  ])('%d hours after the first failure it is %s, day %d, %s', async (hours, status, graceDay, banner) => {
    const { db } = product.deps
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    const now = after(END, hours)
    expect(await vendor.seen(now)).toMatchObject({ status, graceDay, banner })
    const sending = assertMaySend(db, product.deps, vendor.vendorId, now)
    if (status === 'FROZEN') await expect(sending).rejects.toMatchObject({ code: 'SUBSCRIPTION_FROZEN' })
    else await sending
    const { messaging_until } = await db
      .selectFrom('vendor')
      .select('messaging_until')
      .where('id', '=', vendor.vendorId)
      .executeTakeFirstOrThrow()
    expect(messaging_until && now < messaging_until).toBe(status !== 'FROZEN')
  })

  test('a payment unfreezes a plan at once, and frozen time is not billed', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('halted', END)
    const late = after(END, 40 * 24)
    expect(await vendor.seen(late)).toMatchObject({ status: 'FROZEN', frozenAt: after(END, 7 * 24).toISOString() })
    expect(await vendor.payCycle(late)).toBeUndefined()
    expect(await vendor.seen(late)).toMatchObject({
      status: 'ACTIVE',
      frozenAt: null,
      banner: 'none',
      billingCycleStart: late.toISOString(),
      billingCycleEnd: ends('2026-09-24T10:00:00Z'),
    })
    await assertMaySend(product.deps.db, product.deps, vendor.vendorId, late)
  })

  test('a payment within the grace period neither loses nor gains time', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.payCycle(after(END, 5 * 24))
    expect(await vendor.seen(after(END, 5 * 24))).toMatchObject({ billingCycleEnd: ends('2026-08-15T10:00:00Z') })
  })
})

describe('a new mandate', () => {
  /** Runs the job after the mandate was replaced, with a gateway that calls back when it creates one. */
  async function follow(vendor: Subscriber, now: Date, onCreate: () => Promise<unknown>) {
    const createSubscription = async () => {
      await onCreate()
      return { gatewaySubId: `sub_new_${vendor.id}`, mandateUrl: null, status: 'created' as const }
    }
    const gateway = { ...product.deps.gateway, createSubscription, cancelSubscription: async () => {} }
    const deps = { ...product.deps, gateway, clock: { now: () => now } }
    const run = subscriptionJobs.followAtGateway as JobHandler<{ subscriptionId: string }>
    await run(deps, vendor.vendorId, { subscriptionId: vendor.id })
    return deps.db
      .selectFrom('gateway_subscription')
      .select('replaced_at as replacedAt')
      .where('gateway_sub_id', '=', `sub_new_${vendor.id}`)
      .executeTakeFirst()
  }
  const now = after(END, -24)

  test('follows a cycle that was paid by order, and is replaced when the plan changes while it is created', async () => {
    const [vendor, changing] = [await subscriberSince(product, START), await subscriberSince(product, START)]
    for (const one of [vendor, changing]) await one.payCycle(now)
    expect(await follow(vendor, now, async () => {})).toEqual({ replacedAt: null })
    expect(await follow(changing, now, () => changing.payCycle(now))).toEqual({ replacedAt: now })
  })

  test('is not created for a plan that was cancelled', async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.payCycle(now)
    const change = { cancel_at_cycle_end: true }
    await product.deps.db.updateTable('subscription').set(change).where('id', '=', vendor.id).execute()
    expect(await follow(vendor, now, async () => {})).toBeUndefined()
  })
})

test('an order captured while the gateway gives up leaves the plan paid (20 races)', async () => {
  const { below } = seededRandom(4)
  const race = async () => {
    const vendor = await subscriberSince(product, START)
    await vendor.receiveEvent('pending', END)
    const now = after(END, 72)
    const acts = [() => vendor.payCycle(now), () => vendor.receiveEvent('halted', after(now, -1), now)]
    if (below(2)) acts.reverse()
    await Promise.all(acts.map((act) => act()))
    expect(await vendor.seen(now)).toMatchObject({ status: 'ACTIVE', graceDay: null })
  }
  await Promise.all(Array.from({ length: 20 }, race))
})

type GatewayEvent = readonly [kind: 'pending' | 'halted' | 'charged' | 'activated', at: Date, cycleStart?: Date]

const cancelNow = (vendor: Subscriber, now: Date) =>
  inTransaction(product.deps.db, (tx) => cancelSubscription(tx, product.deps, vendor.vendorId, vendor.id, now))

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}
