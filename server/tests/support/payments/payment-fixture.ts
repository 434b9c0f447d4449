import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { eventually } from '../eventually.ts'
import { newVendor, type ProductOptions, startProduct, type TestProduct } from '../product.ts'
import { captured, paymentEntity, type TestOrder } from './gateway-events.ts'
import { deliver, fakeGateway } from './payments.ts'

export type PaymentFixture = Awaited<ReturnType<typeof startPaymentFixture>>

/** A product with an in-memory gateway and one vendor, and helpers for tests about payments. */
export async function startPaymentFixture(options: ProductOptions = {}) {
  const product = await startProduct(options)
  const gateway = fakeGateway()
  product.deps.gateway = gateway
  const vendor = await newVendor(product)
  return { product, gateway, vendor, ...paymentFixtureOf(product, vendor) }
}

export interface Payer {
  token: string
  vendorId: string
}

export function paymentFixtureOf(product: TestProduct, vendor: Payer) {
  const { db } = product.deps
  const order = async (amountMinorUnit = 50_000, who: Payer = vendor): Promise<TestOrder> => {
    const { status, body } = await product.post('/wallet/recharge/init', { amountMinorUnit }, who)
    expect(status).toBe(201)
    return body
  }
  const statusOf = async (one: Pick<TestOrder, 'orderId'>, who: Payer = vendor): Promise<string> =>
    (await product.get(`/billing/orders/${one.orderId}`, who)).body.status
  /** Waits until all webhook events are processed. */
  const allProcessed = () =>
    eventually(async () => {
      const waiting = await db.selectFrom('webhook_inbox').select('id').where('status', '=', 'RECEIVED').execute()
      expect(waiting).toEqual([])
    }, 30_000)
  const balanceOf = async (who: Payer = vendor): Promise<bigint> => {
    const query = db
      .selectFrom('wallet')
      .select('balance_minor_unit')
      .where('vendor_id', '=', who.vendorId as VendorId)
    return (await query.executeTakeFirstOrThrow()).balance_minor_unit
  }
  const creditsOf = (gatewayPaymentId: string) =>
    db
      .selectFrom('wallet_transaction')
      .select(['vendor_id', 'type', 'amount_minor_unit', 'reference_type'])
      .where('idempotency_key', '=', gatewayPaymentId)
      .execute()
  /** The stored webhook events with their flags, oldest first. */
  const inbox = () =>
    db.selectFrom('webhook_inbox').select(['id', 'status', 'flag', 'attempts']).orderBy('id').execute()
  /** Pays by webhook and waits until it is processed. */
  const pay = async (one: TestOrder) => {
    const payment = paymentEntity(one)
    expect((await deliver(product, captured(payment))).status).toBe(200)
    await allProcessed()
    return payment
  }
  return { order, statusOf, allProcessed, balanceOf, creditsOf, inbox, pay }
}
