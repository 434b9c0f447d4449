import { createHmac } from 'node:crypto'
import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import type { GatewayPayment, GatewayRefund, GatewaySubscription } from './fake-gateway.ts'

let events = 0
const wrap = (event: string, at: Date | undefined, payload: Record<string, unknown>) =>
  JSON.stringify({
    entity: 'event',
    event,
    payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
    created_at: at ? Math.floor(at.getTime() / 1_000) : 1_790_000_000,
    // Makes each event one of its own, as the gateway's ids do.
    number: ++events,
  })

/** An event as the gateway writes it. */
export function webhookBody(
  event: string,
  payment: (Omit<GatewayPayment, 'status'> & { status: string }) | undefined,
  subscription?: GatewaySubscription,
  at?: Date,
): string {
  return wrap(event, at, {
    ...(payment && { payment: paymentEntity(payment, subscription !== undefined) }),
    ...(event === 'order.paid' && { order: { id: payment?.orderId, status: 'paid', notes: [] } }),
    ...(subscription && { subscription: { id: subscription.id, current_start: subscription.startAt } }),
  })
}

const paymentEntity = (
  {
    id,
    orderId,
    amount,
    currency,
    status,
  }: { id: string; orderId: string | null; amount: number; currency: string; status: string },
  isCharge: boolean,
) => ({
  id,
  entity: 'payment',
  amount,
  currency,
  status,
  order_id: orderId,
  invoice_id: isCharge ? 'inv_1' : null,
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  captured: status === 'captured',
  notes: [],
})

export const refundBody = ({ id, paymentId, amount }: GatewayRefund, status: string) =>
  wrap(`refund.${status}`, undefined, { refund: { id, payment_id: paymentId, amount, status } })

export const webhookHeaders = (body: string) => ({
  'x-razorpay-signature': createHmac('sha256', SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET).update(body).digest('hex'),
})
