import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'
import { captured, paymentEntity, type TestOrder } from './gateway-events.ts'
import { deskOf, type Payer } from './payment-desk.ts'
import { deliver } from './payments.ts'
import { refundDesk } from './refunds.ts'

const SOON_MS = 30_000

export type UnplacedDesk = ReturnType<typeof unplacedDesk>

/** Payments that cannot be credited, and what operators do about them. The sandbox runs beside the product. */
export function unplacedDesk(product: TestProduct, vendor: Payer) {
  const refunds = refundDesk(product)
  const desk = deskOf(product, vendor)
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
  const lettersOf = async (id: string) => {
    await desk.allProcessed()
    const events = await product.deps.db.selectFrom('webhook_inbox').select('id').where('about', '=', id).execute()
    const read = async (letterId: string) =>
      (await product.get(`/admin/dead-letters/${letterId}`, await refunds.operator())).body
    return Promise.all(events.map((event) => read(event.id)))
  }

  /** Two payments of one order that the gateway really has: a slow bank lets the first come through after the second. */
  async function secondPayment(who: Payer = vendor, amountMinorUnit = 50_000) {
    const order = await deskOf(product, who).order(amountMinorUnit, who)
    const { paymentId: slow } = await product.gateway.fail(order.gatewayOrderId)
    const { paymentId: first } = await product.gateway.pay(order.gatewayOrderId)
    await eventually(async () => expect(await desk.statusOf(order, who)).toBe('PAID'), SOON_MS)
    await product.gateway.pay(order.gatewayOrderId, { paymentId: slow })
    await becomes(slow, { state: 'UNPLACED' })
    return { id: slow, first, order }
  }
  const tell = async (event: object) => {
    expect((await deliver(product, event)).status).toBe(200)
    await desk.allProcessed()
  }
  /** Signed by the gateway, which knows nothing of it: no refund of it is possible. */
  async function told(order: TestOrder, change: object) {
    const payment = { ...paymentEntity(order), ...change }
    await tell(captured(payment))
    return payment.id
  }
  return { ...desk, refunds, act, refund, credit, list, find, becomes, lettersOf, secondPayment, tell, told }
}
