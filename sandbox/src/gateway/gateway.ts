import { GATEWAY_RECORDS_MAX } from '../limits.ts'
import type { Order, Payment, Plan, Refund, Subscription } from './entities.ts'
import { DEFAULT_SCRIPT, type GatewayScript } from './script.ts'
import { createWebhooks, type GatewayDependencies, type Webhooks } from './webhooks.ts'

/** The state of the payment gateway. */
export interface Gateway {
  script: GatewayScript
  orders: Map<string, OrderRecord>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  /** By idempotency key: the request fingerprint and the resulting refund. */
  refundKeys: Map<string, { fingerprint: string; refundId: string }>
  plans: Map<string, Plan>
  subscriptions: Map<string, SubscriptionRecord>
  webhooks: Webhooks
  /** The current time in whole seconds, as the gateway uses it. */
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

export function createGateway(dependencies: GatewayDependencies): Gateway {
  const gateway: Gateway = {
    script: DEFAULT_SCRIPT,
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    plans: new Map(),
    subscriptions: new Map(),
    webhooks: createWebhooks(dependencies, () => gateway.script),
    now: () => Math.floor(dependencies.clock.now().getTime() / 1_000),
  }
  return gateway
}

/** Adds a record and drops the oldest one above the limit. */
export function addBounded<T>(rows: Map<string, T>, id: string, row: T): T {
  rows.set(id, row)
  const [oldest] = rows.keys()
  if (rows.size > GATEWAY_RECORDS_MAX && oldest !== undefined) rows.delete(oldest)
  return row
}
