import {
  type GatewayPayment,
  GatewayUnavailable,
  type ListedRefund,
  type PaymentGateway,
} from '../../../src/ports/payment-gateway.ts'
import type { TestProduct } from '../product.ts'
import { gatewayId, webhookHeaders } from './gateway-events.ts'

interface FakeGateway extends PaymentGateway {
  /** The payments that the gateway knows, by order. */
  payments: Map<string, GatewayPayment[]>
  /** The refunds that somebody made on its own pages, by payment. */
  refunds: Map<string, ListedRefund[]>
  isAway: boolean
  asked: string[]
}

/** An in-memory gateway, for tests that sign and deliver webhooks themselves. */
export function fakeGateway(): FakeGateway {
  const payments = new Map<string, GatewayPayment[]>()
  const refunds = new Map<string, ListedRefund[]>()
  const notHere = async (): Promise<never> => {
    throw new Error('not part of this gateway')
  }
  const gateway: FakeGateway = {
    payments,
    refunds,
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
    refundsOf: async (gatewayPaymentId) => refunds.get(gatewayPaymentId) ?? [],
    refund: notHere,
    createSubscription: notHere,
    cancelSubscription: notHere,
  }
  return gateway
}

/** Delivers an event like the gateway. */
export function deliver(product: Pick<TestProduct, 'send'>, event: unknown, path = '/webhooks/razorpay') {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return product.send('POST', `/!${path}`, body, { headers: webhookHeaders(body) })
}
