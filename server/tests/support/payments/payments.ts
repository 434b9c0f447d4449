import { type GatewayPayment, GatewayUnavailable, type PaymentGateway } from '../../../src/ports/payment-gateway.ts'
import type { TestProduct } from '../product.ts'
import { gatewayId, webhookHeaders } from './gateway-events.ts'

export interface FakeGateway extends PaymentGateway {
  /** What the gateway knows was paid, by its order. */
  payments: Map<string, GatewayPayment[]>
  isAway: boolean
  asked: string[]
}

/** A gateway in memory, for tests that sign and deliver webhooks by hand. */
export function fakeGateway(): FakeGateway {
  const payments = new Map<string, GatewayPayment[]>()
  const notHere = async (): Promise<never> => {
    throw new Error('not part of this gateway')
  }
  const gateway: FakeGateway = {
    payments,
    isAway: false,
    asked: [],
    async createOrder() {
      if (gateway.isAway) throw new GatewayUnavailable('away')
      return { gatewayOrderId: gatewayId('order'), status: 'created' }
    },
    async paymentsOf(gatewayOrderId) {
      if (gateway.isAway) throw new GatewayUnavailable('away')
      gateway.asked.push(gatewayOrderId)
      return payments.get(gatewayOrderId) ?? []
    },
    refund: notHere,
    createSubscription: notHere,
    cancelSubscription: notHere,
  }
  return gateway
}

export interface EntityChange {
  // biome-ignore lint/suspicious/noExplicitAny: crafted events hold anything
  [member: string]: any
}

/** Delivers an event as the gateway does, at the root. */
export function deliver(product: Pick<TestProduct, 'send'>, event: unknown, path = '/webhooks/razorpay') {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return product.send('POST', `/!${path}`, body, { headers: webhookHeaders(body) })
}
