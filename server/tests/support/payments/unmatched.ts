import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'
import { captured, paymentEntity, type TestOrder } from './gateway-events.ts'
import { type Payer, paymentFixtureOf } from './payment-fixture.ts'
import { deliver } from './payments.ts'
import { refundFixture } from './refunds.ts'

const SOON_MS = 30_000

export type UnmatchedFixture = ReturnType<typeof unmatchedFixture>

/** Payments that cannot be credited, and what operators do about them. Needs the sandbox. */
export function unmatchedFixture(product: TestProduct, vendor: Payer) {
  const refunds = refundFixture(product)
  const fixture = paymentFixtureOf(product, vendor)
  const act = async (id: string, verb: 'refund' | 'credit', body: object, headers: Record<string, string> = {}) =>
    product.post(`/admin/payments/${id}/${verb}`, body, { ...(await refunds.operator()), headers })
  const refund = (id: string) => act(id, 'refund', { reason: 'Paid twice' })
  const credit = (id: string, vendorId = vendor.vendorId) =>
    act(id, 'credit', { vendorId, reason: 'They asked for it' })
  const list = async (query: string) => (await product.get(`/admin/payments?${query}`, await refunds.operator())).body
  const find = async (id: string) => (await list(`gatewayPaymentId=${id}`)).data[0]
  const becomes = (id: string, expected: object) =>
    eventually(async () => {
      const row = await find(id)
      expect(row).toMatchObject(expected)
      return row
    }, SOON_MS)
  /** The payment is unmatched a moment before its webhook is flagged, so this waits for the intake. */
  const deadLettersOf = async (id: string) => {
    await fixture.allProcessed()
    const events = await product.deps.db.selectFrom('webhook_inbox').select('id').where('about', '=', id).execute()
    const read = async (letterId: string) =>
      (await product.get(`/admin/dead-letters/${letterId}`, await refunds.operator())).body
    return Promise.all(events.map((event) => read(event.id)))
  }

  /** Two payments of one order at the gateway: the first is captured after the second. */
  async function secondPayment(who: Payer = vendor, amountMinorUnit = 50_000) {
    const order = await paymentFixtureOf(product, who).order(amountMinorUnit, who)
    const { paymentId: slow } = await product.gateway.fail(order.gatewayOrderId)
    const { paymentId: first } = await product.gateway.pay(order.gatewayOrderId)
    await eventually(async () => expect(await fixture.statusOf(order, who)).toBe('PAID'), SOON_MS)
    await product.gateway.pay(order.gatewayOrderId, { paymentId: slow })
    await becomes(slow, { state: 'UNPLACED' })
    return { id: slow, first, order }
  }
  const deliverEvent = async (event: object) => {
    expect((await deliver(product, event)).status).toBe(200)
    await fixture.allProcessed()
  }
  /** Signed like the gateway's events, but unknown to the gateway, so it cannot be refunded. */
  async function deliverPayment(order: TestOrder, change: object) {
    const payment = { ...paymentEntity(order), ...change }
    await deliverEvent(captured(payment))
    return payment.id
  }
  return {
    ...fixture,
    refunds,
    act,
    refund,
    credit,
    list,
    find,
    becomes,
    deadLettersOf,
    secondPayment,
    deliverEvent,
    deliverPayment,
  }
}
