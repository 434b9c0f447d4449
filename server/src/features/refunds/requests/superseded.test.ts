import { beforeAll, describe, expect, test } from 'vitest'
import { type MoneyFixture, moneyFixture } from '../../../../tests/support/money/money-fixture.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'

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
  const fixture = await moneyFixture(product, START)
  await fixture.onboard('SMB')
  fixture.pass(24)
  const order = await fixture.change('ENTERPRISE')
  if (order.status !== 201) throw new Error('nothing to pay')
  return { fixture, order: order.body, request: await fixture.ask(await fixture.invoice()) }
}

const sent = (fixture: MoneyFixture) => [...fixture.refunds.values()].map(({ amountMinorUnit }) => amountMinorUnit)
const bonusOf = async (fixture: MoneyFixture) => (await figuresOf(fixture.deps.db, fixture.vendorId)).bonus

describe('an order created before the request and paid after it', () => {
  test.each(['requested', 'approved'])('ends one that is %s: nothing goes back, whatever runs later', async (state) => {
    const { fixture, order, request } = await upgradeThenAsk()
    if (state === 'approved') await fixture.approve(request)
    expect(await fixture.capture(order)).toMatchObject(DONE)
    expect(await fixture.read(request)).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'SUPERSEDED',
      decidedBy: null,
      amountMinorUnit: null,
    })
    // The approval's job arrives late and repeated.
    await fixture.process(request)
    await fixture.process(request)
    expect(sent(fixture)).toEqual([])
    expect(await fixture.read(request)).toMatchObject({ status: 'REJECTED' })
    expect(await fixture.seen()).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
    await expect(fixture.approve(request)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('buys nothing while the money is being refunded, because its price relied on that money', async () => {
    const { fixture, order, request } = await upgradeThenAsk()
    fixture.script.refund = 'pending'
    await fixture.approve(request)
    await fixture.process(request)
    expect(await fixture.capture(order, 'pay_late')).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    expect(await fixture.read(request)).toMatchObject({ status: 'PROCESSING' })
    await fixture.settleRefund(request, 'processed')
    expect(await fixture.read(request)).toMatchObject({ status: 'REFUNDED' })
    expect(await fixture.seen()).toMatchObject({ plan: 'SMB', status: 'CANCELLED' })
    expect(await fixture.replay(order, 'pay_late')).toMatchObject(unplaced('SUBSCRIPTION_ENDED'))
    expect(sent(fixture)).toEqual([294_882n])
  })

  test('buys what it was made for by a replay, once the bank has failed to return the money', async () => {
    const { fixture, order, request } = await upgradeThenAsk()
    fixture.script.refund = 'pending'
    await fixture.approve(request)
    await fixture.process(request)
    expect(await fixture.capture(order, 'pay_again')).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    await fixture.settleRefund(request, 'failed')
    expect(await fixture.capture(order, 'pay_again')).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    expect(await fixture.replay(order, 'pay_again')).toMatchObject(DONE)
    expect(await fixture.seen()).toMatchObject({ plan: 'ENTERPRISE', status: 'ACTIVE' })
  })

  test('and approved at the same moment gives the vendor the plan or the money, never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { fixture, order, request } = await upgradeThenAsk()
      const approve = async () => {
        await fixture.approve(request)
        await fixture.process(request)
      }
      const [approved, captured] = await Promise.allSettled([approve(), fixture.capture(order)])
      expect(captured.status).toBe('fulfilled')
      await fixture.process(request)
      const { plan, status } = await fixture.seen()
      const isUpgraded = plan === 'ENTERPRISE' && status === 'ACTIVE'
      expect(sent(fixture)).toEqual(isUpgraded ? [] : [294_882n])
      expect(await fixture.read(request)).toMatchObject({ status: isUpgraded ? 'REJECTED' : 'REFUNDED' })
      if (approved.status === 'rejected') expect(approved.reason).toMatchObject({ code: 'INVALID_STATE' })
    }
  })

  test('for the next cycle ends a request for a platform error that is being decided, and is kept', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('SMB')
    fixture.at(new Date('2026-06-25T00:00:00Z'))
    const order = await fixture.orderCycle()
    const request = await fixture.open(await fixture.invoice())
    expect(await fixture.capture(order)).toMatchObject(DONE)
    expect(await fixture.read(request)).toMatchObject({ status: 'REJECTED', decisionReason: 'SUPERSEDED' })
    expect(await fixture.seen()).toMatchObject({ billingCycleEnd: '2026-08-01T00:00:00.000Z' })
  })
})

describe('an automatic charge by the mandate', () => {
  test('leaves a request open; approved later it refunds the first month, and the plan continues', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('SMB')
    const request = await fixture.ask(await fixture.invoice())
    fixture.at(new Date('2026-07-01T00:00:00Z'))
    expect(await fixture.charge()).toMatchObject({ outcome: DONE })
    expect(await fixture.read(request)).toMatchObject({ status: 'REQUESTED', warnings: [{ code: 'PLAN_PAID_AGAIN' }] })
    await fixture.approve(request)
    await fixture.process(request)
    expect(await fixture.read(request)).toMatchObject({ status: 'REFUNDED' })
    expect(sent(fixture)).toEqual([294_882n])
    expect(await fixture.seen()).toMatchObject({ status: 'ACTIVE', billingCycleEnd: '2026-08-01T00:00:00.000Z' })
    expect(await fixture.unused()).toBe(249_900n)
  })

  test('that arrives while the money is being refunded keeps the plan it paid for', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('SMB')
    const request = await fixture.ask(await fixture.invoice())
    fixture.script.refund = 'pending'
    fixture.at(new Date('2026-07-01T00:00:00Z'))
    await fixture.approve(request)
    await fixture.process(request)
    await fixture.charge()
    await fixture.settleRefund(request, 'processed')
    expect(await fixture.seen()).toMatchObject({ status: 'ACTIVE', billingCycleEnd: '2026-08-01T00:00:00.000Z' })
  })
})

describe('the unused value of a plan', () => {
  test('is what was paid less what was refunded, for the remaining time, rounded down', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('ENTERPRISE')
    const request = await fixture.open(await fixture.invoice())
    await fixture.approve(request, 118_000)
    expect(await fixture.unused()).toBe(1_000_000n)
    await fixture.process(request)
    fixture.at(new Date('2026-06-11T00:00:00Z'))
    // (1,000,000 − 100,000) × 20 / 30
    expect(await fixture.unused()).toBe(600_000n)
    expect(await fixture.change('SMB')).toMatchObject({ status: 200 })
    // (900,000 − 249,900) × 20 / 30
    expect(await bonusOf(fixture)).toBe(433_400n)
    // The rest is worth the small plan: 249,900 × 20 / 30.
    expect(await fixture.unused()).toBe(166_600n)
    expect((await fixture.change('ENTERPRISE')).body).toMatchObject({
      items: [{ amountMinorUnit: 1_000_000 - 166_600 }],
    })
    // A second refund would return what has been granted as bonus.
    const again = await fixture.open(await fixture.invoice())
    await expect(fixture.approve(again, 100)).rejects.toMatchObject({ code: 'NO_LONGER_REFUNDABLE' })
  })

  test('counts money being refunded as gone, and as available again when the refund fails', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('SMB')
    const request = await fixture.open(await fixture.invoice())
    fixture.script.refund = 'pending'
    await fixture.approve(request)
    await fixture.process(request)
    expect(await fixture.unused()).toBe(0n)
    await fixture.settleRefund(request, 'failed')
    expect(await fixture.unused()).toBe(249_900n)
  })

  test('keeps the price of an upgrade order only while nothing of the old plan was refunded', async () => {
    const fixture = await moneyFixture(product, START)
    await fixture.onboard('SMB')
    const order = await fixture.change('ENTERPRISE')
    const request = await fixture.open(await fixture.invoice())
    await fixture.approve(request)
    await fixture.process(request)
    expect(await fixture.capture(order.body as never)).toMatchObject(unplaced('AMOUNT_MISMATCH'))
    expect(await fixture.seen()).toMatchObject({ plan: 'SMB', status: 'ACTIVE' })
  })
})

test('a first month is refunded once, even when two accounts of one company are approved at the same moment', async () => {
  const twins = await Promise.all([moneyFixture(product, START), moneyFixture(product, START)])
  const gstin = '27AAPFU0939F1ZV'
  const requests = await Promise.all(
    twins.map(async (fixture) => {
      await fixture.onboard('SMB')
      await fixture.setGstin(gstin)
      return fixture.ask(await fixture.invoice())
    }),
  )
  const answers = await Promise.allSettled(twins.map((fixture, i) => fixture.approve(requests[i] ?? '')))
  const [refused, ...others] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(others).toEqual([])
  expect(refused?.reason).toMatchObject({ code: 'REFUND_ALREADY_USED' })
})
