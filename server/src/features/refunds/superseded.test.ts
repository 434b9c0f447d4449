import { beforeAll, describe, expect, test } from 'vitest'
import { type MoneyDesk, moneyDesk } from '../../../tests/support/money/money-desk.ts'
import { figuresOf } from '../../../tests/support/money/wallets.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

/** June has thirty days. */
const START = new Date('2026-06-01T00:00:00Z')
const DONE = { kind: 'DONE' }
const unplaced = (flag: string) => ({ kind: 'FLAGGED', flag, needsOperator: true })

/** A vendor with a small plan that ordered an upgrade and then requested the refund of its first month. */
async function upgradeThenAsk() {
  const desk = await moneyDesk(product, START)
  await desk.onboard('SMB')
  desk.pass(24)
  const order = await desk.change('ENTERPRISE')
  if (order.status !== 201) throw new Error('nothing to pay')
  return { desk, order: order.body, request: await desk.ask(await desk.invoice()) }
}

const sent = (desk: MoneyDesk) => [...desk.refunds.values()].map(({ amountMinorUnit }) => amountMinorUnit)
const bonusOf = async (desk: MoneyDesk) => (await figuresOf(desk.deps.db, desk.vendorId)).bonus

describe('an order created before the request and paid after it', () => {
  test.each(['requested', 'approved'])('ends one that is %s: nothing goes back, whatever runs later', async (state) => {
    const { desk, order, request } = await upgradeThenAsk()
    if (state === 'approved') await desk.approve(request)
    expect(await desk.capture(order)).toMatchObject(DONE)
    expect(await desk.read(request)).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'SUPERSEDED',
      decidedBy: null,
      amountMinorUnit: null,
    })
    // The approval's job arrives late and repeated.
    await desk.process(request)
    await desk.process(request)
    expect(sent(desk)).toEqual([])
    expect(await desk.read(request)).toMatchObject({ status: 'REJECTED' })
    expect(await desk.seen()).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
    await expect(desk.approve(request)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('buys nothing while the money is being refunded, because its price relied on that money', async () => {
    const { desk, order, request } = await upgradeThenAsk()
    desk.script.refund = 'pending'
    await desk.approve(request)
    await desk.process(request)
    expect(await desk.capture(order, 'pay_late')).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    expect(await desk.read(request)).toMatchObject({ status: 'PROCESSING' })
    await desk.settleRefund(request, 'processed')
    expect(await desk.read(request)).toMatchObject({ status: 'REFUNDED' })
    expect(await desk.seen()).toMatchObject({ plan: 'SMB', status: 'CANCELLED' })
    expect(await desk.capture(order, 'pay_late')).toMatchObject(unplaced('SUBSCRIPTION_ENDED'))
    expect(sent(desk)).toEqual([294_882n])
  })

  test('buys what it was made for once the bank has failed to return the money', async () => {
    const { desk, order, request } = await upgradeThenAsk()
    desk.script.refund = 'pending'
    await desk.approve(request)
    await desk.process(request)
    expect(await desk.capture(order, 'pay_again')).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    await desk.settleRefund(request, 'failed')
    expect(await desk.capture(order, 'pay_again')).toMatchObject(DONE)
    expect(await desk.seen()).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
  })

  test('and approved at the same moment gives the vendor the plan or the money, never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { desk, order, request } = await upgradeThenAsk()
      const approve = async () => {
        await desk.approve(request)
        await desk.process(request)
      }
      const [approved, captured] = await Promise.allSettled([approve(), desk.capture(order)])
      expect(captured.status).toBe('fulfilled')
      await desk.process(request)
      const { plan, status } = await desk.seen()
      const isUpgraded = plan === 'ENTERPRISE' && status === 'ACTIVE'
      expect(sent(desk)).toEqual(isUpgraded ? [] : [294_882n])
      expect(await desk.read(request)).toMatchObject({ status: isUpgraded ? 'REJECTED' : 'REFUNDED' })
      if (approved.status === 'rejected') expect(approved.reason).toMatchObject({ code: 'INVALID_STATE' })
    }
  })

  test('for the next cycle ends a request for a platform error that is being decided, and is kept', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('SMB')
    desk.at(new Date('2026-06-25T00:00:00Z'))
    const order = await desk.orderCycle()
    const request = await desk.open(await desk.invoice())
    expect(await desk.capture(order)).toMatchObject(DONE)
    expect(await desk.read(request)).toMatchObject({ status: 'REJECTED', decisionReason: 'SUPERSEDED' })
    expect(await desk.seen()).toMatchObject({ billingCycleEnd: '2026-08-01T00:00:00.000Z' })
  })
})

describe('an automatic charge by the mandate', () => {
  test('leaves a request open; approved later it refunds the first month, and the plan continues', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('SMB')
    const request = await desk.ask(await desk.invoice())
    desk.at(new Date('2026-07-01T00:00:00Z'))
    expect(await desk.charge()).toMatchObject({ outcome: DONE })
    expect(await desk.read(request)).toMatchObject({ status: 'REQUESTED', warnings: [{ code: 'PLAN_PAID_AGAIN' }] })
    await desk.approve(request)
    await desk.process(request)
    expect(await desk.read(request)).toMatchObject({ status: 'REFUNDED' })
    expect(sent(desk)).toEqual([294_882n])
    expect(await desk.seen()).toMatchObject({ status: 'ACTIVE', billingCycleEnd: '2026-08-01T00:00:00.000Z' })
    expect(await desk.unused()).toBe(249_900n)
  })

  test('that arrives while the money is being refunded keeps the plan it paid for', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('SMB')
    const request = await desk.ask(await desk.invoice())
    desk.script.refund = 'pending'
    desk.at(new Date('2026-07-01T00:00:00Z'))
    await desk.approve(request)
    await desk.process(request)
    await desk.charge()
    await desk.settleRefund(request, 'processed')
    expect(await desk.seen()).toMatchObject({ status: 'ACTIVE', billingCycleEnd: '2026-08-01T00:00:00.000Z' })
  })
})

describe('the unused value of a plan', () => {
  test('is what was paid less what was refunded, for the remaining time, rounded down', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('ENTERPRISE')
    const request = await desk.open(await desk.invoice())
    await desk.approve(request, 118_000)
    expect(await desk.unused()).toBe(1_000_000n)
    await desk.process(request)
    desk.at(new Date('2026-06-11T00:00:00Z'))
    // (1,000,000 − 100,000) × 20 / 30
    expect(await desk.unused()).toBe(600_000n)
    expect(await desk.change('SMB')).toMatchObject({ status: 200 })
    // (900,000 − 249,900) × 20 / 30
    expect(await bonusOf(desk)).toBe(433_400n)
    // The rest is worth the small plan: 249,900 × 20 / 30.
    expect(await desk.unused()).toBe(166_600n)
    expect((await desk.change('ENTERPRISE')).body).toMatchObject({ items: [{ amountMinorUnit: 1_000_000 - 166_600 }] })
    // A second refund would return what has been granted as bonus.
    const again = await desk.open(await desk.invoice())
    await expect(desk.approve(again, 100)).rejects.toMatchObject({ code: 'NO_LONGER_REFUNDABLE' })
  })

  test('counts money being refunded as gone, and as available again when the refund fails', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('SMB')
    const request = await desk.open(await desk.invoice())
    desk.script.refund = 'pending'
    await desk.approve(request)
    await desk.process(request)
    expect(await desk.unused()).toBe(0n)
    await desk.settleRefund(request, 'failed')
    expect(await desk.unused()).toBe(249_900n)
  })

  test('keeps the price of an upgrade order only while nothing of the old plan was refunded', async () => {
    const desk = await moneyDesk(product, START)
    await desk.onboard('SMB')
    const order = await desk.change('ENTERPRISE')
    const request = await desk.open(await desk.invoice())
    await desk.approve(request)
    await desk.process(request)
    expect(await desk.capture(order.body as never)).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    expect(await desk.seen()).toMatchObject({ plan: 'SMB', status: 'ACTIVE' })
  })
})

test('a first month is refunded once, even when two accounts of one company are approved at the same moment', async () => {
  const twins = await Promise.all([moneyDesk(product, START), moneyDesk(product, START)])
  const gstin = '27AAPFU0939F1ZV'
  const requests = await Promise.all(
    twins.map(async (desk) => {
      await desk.onboard('SMB')
      await desk.setGstin(gstin)
      return desk.ask(await desk.invoice())
    }),
  )
  const answers = await Promise.allSettled(twins.map((desk, i) => desk.approve(requests[i] ?? '')))
  const [refused, ...others] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(others).toEqual([])
  expect(refused?.reason).toMatchObject({ code: 'REFUND_ALREADY_USED' })
})
