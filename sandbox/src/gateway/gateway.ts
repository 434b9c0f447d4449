import { GATEWAY_ROWS_MAX } from '../limits.ts'
import type { Order, Payment, Plan, Refund, Subscription } from './entities.ts'
import { type GatewayScript, WELL_BEHAVED } from './script.ts'
import { createWebhooks, type GatewaySurroundings, type Webhooks } from './webhooks.ts'

/** The books of the payment gateway. */
export interface Gateway {
  script: GatewayScript
  orders: Map<string, OrderRecord>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  /** By idempotency key: what was asked with it, and the refund that came of it. */
  refundKeys: Map<string, { asked: string; refundId: string }>
  plans: Map<string, Plan>
  subscriptions: Map<string, SubscriptionRecord>
  webhooks: Webhooks
  /** Now, in the whole seconds in which the gateway counts. */
  now(): number
}

export interface OrderRecord {
  order: Order
  payments: Payment[]
}

export interface SubscriptionRecord {
  subscription: Subscription
  plan: Plan
  /** The number of the cycle that is charged next, counted from `start_at`. */
  nextCycle: number
  cancelAt: number | null
}

export function createGateway(surroundings: GatewaySurroundings): Gateway {
  const gateway: Gateway = {
    script: WELL_BEHAVED,
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    plans: new Map(),
    subscriptions: new Map(),
    webhooks: createWebhooks(surroundings, () => gateway.script),
    now: () => Math.floor(surroundings.clock.now().getTime() / 1_000),
  }
  return gateway
}

/** The oldest row makes room for one too many. */
export function keep<T>(rows: Map<string, T>, id: string, row: T): T {
  rows.set(id, row)
  const [oldest] = rows.keys()
  if (rows.size > GATEWAY_ROWS_MAX && oldest !== undefined) rows.delete(oldest)
  return row
}
