import { createHmac, randomUUID } from 'node:crypto'
import { SANDBOX_SECRETS } from '../server/src/platform/config/config.ts'
import { compareWithBareServer } from './support/compare-with-bare-server.ts'

/** More than any server accepts, so that no event is repeated. */
const EVENTS_PER_SECOND = 20_000

/**
 * Payment webhooks accepted per second: signature checked and event committed to disk before the 200. Anchor: a bare
 * Fastify route that receives the same bodies. Every event is a different one.
 */
await compareWithBareServer({
  name: 'payment webhook intake, signed and durable',
  anchor: 'bare Fastify, same body',
  levels: { floor: 0.25, target: 0.4, goal: 0.55 },
  server: new URL('./webhook-intake.server.ts', import.meta.url),
  requests(_server, seconds) {
    // Signing costs as much as checking, so the events are signed before the measurement starts.
    const events = Array.from({ length: EVENTS_PER_SECOND * seconds }, signedEvent)
    let next = 0
    return {
      connections: 64,
      method: 'POST',
      requests: [
        {
          setupRequest(request) {
            const { body, signature } = events[next++ % events.length] ?? signedEvent()
            request.body = body
            request.headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
            return request
          },
        },
      ],
    }
  },
})

/** As long as a real event. Its order does not exist, which intake does not check. */
function signedEvent() {
  const entity = {
    id: `pay_${randomUUID()}`,
    entity: 'payment',
    amount: 50_000,
    currency: 'INR',
    status: 'captured',
    order_id: 'order_DESlLckIVRkHWj',
    invoice_id: null,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: 'x'.repeat(300),
    email: 'payer@example.com',
    contact: '+919820012345',
    notes: [],
    acquirer_data: { rrn: '0125836177' },
    created_at: 1_790_000_000,
  }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_BFQ7uQEaa7j2z7',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity } },
    created_at: 1_790_000_000,
  })
  const signature = createHmac('sha256', SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET).update(body).digest('hex')
  return { body, signature }
}
