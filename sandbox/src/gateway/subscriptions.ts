import { z } from 'zod'
import type { SandboxState } from '../sandbox-state.ts'
import type { Subscription } from './entities.ts'
import { addBounded, type Gateway, type SubscriptionRecord } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { newId } from './ids.ts'
import { cycleStart } from './plans.ts'
import { NotesField } from './read-body.ts'

const COUNT = 'The total count must be a whole number from 1 to 1200.'
const instant = (name: string) => z.int(`The ${name} must be an integer.`).nullish()
const booleanFlag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

export const SubscriptionBody = z.strictObject({
  plan_id: z.string('The plan id field is required.'),
  total_count: z.int(COUNT).min(1, COUNT).max(1_200, COUNT),
  quantity: z.int('The quantity must be an integer.').min(1, 'The quantity must be at least 1.').default(1),
  customer_notify: booleanFlag.default(true),
  start_at: instant('start at'),
  expire_by: instant('expire by'),
  notes: NotesField,
})

export const CancelBody = z.strictObject({ cancel_at_cycle_end: booleanFlag.default(false) })

/** Real customers first authorise the mandate at `short_url`; here it is authorised immediately. */
export function createSubscription(
  { gateway, addresses }: SandboxState,
  { plan_id, total_count, quantity, customer_notify, start_at, expire_by, notes }: z.output<typeof SubscriptionBody>,
): Subscription {
  const plan = gateway.plans.get(plan_id)
  if (!plan) throw new GatewayError('The id provided does not exist', { field: 'plan_id' })
  const now = gateway.now()
  if (start_at != null && start_at <= now)
    throw new GatewayError('The start time cannot be lesser than the current time.', { field: 'start_at' })
  const startAt = start_at ?? now
  const id = newId('sub')
  const subscription: Subscription = {
    id,
    entity: 'subscription',
    plan_id,
    customer_id: newId('cust'),
    status: 'authenticated',
    type: 2,
    current_start: null,
    current_end: null,
    ended_at: null,
    quantity,
    notes,
    charge_at: startAt,
    start_at: startAt,
    end_at: cycleStart(plan, startAt, total_count),
    auth_attempts: 0,
    total_count,
    paid_count: 0,
    customer_notify,
    created_at: now,
    expire_by: expire_by ?? null,
    short_url: `${addresses.url}/mandate/${id}`,
    has_scheduled_changes: false,
    change_scheduled_at: null,
    source: 'api',
    offer_id: null,
    remaining_count: total_count,
  }
  addBounded(gateway.subscriptions, id, { subscription, plan, nextCycle: 0, cancelAt: null })
  return subscription
}

export function findSubscription(gateway: Gateway, id: string): SubscriptionRecord {
  const record = gateway.subscriptions.get(id)
  if (!record) throw new GatewayError('The id provided does not exist')
  return record
}

export function cancelSubscription(gateway: Gateway, id: string, isAtCycleEnd: boolean): Subscription {
  const record = findSubscription(gateway, id)
  const { subscription } = record
  assertLive(subscription, 'cancellable')
  if (!isAtCycleEnd) return cancelNow(gateway, record)
  if (subscription.current_end === null)
    throw new GatewayError('Subscription cannot be cancelled since no billing cycle is going on')
  record.cancelAt = subscription.current_end
  return subscription
}

export function cancelNow(gateway: Gateway, { subscription }: SubscriptionRecord): Subscription {
  Object.assign(subscription, { status: 'cancelled', ended_at: gateway.now(), charge_at: null })
  gateway.webhooks.send([{ event: 'subscription.cancelled', entities: { subscription } }])
  return subscription
}

export function assertLive({ status }: Subscription, what: string) {
  if (status === 'cancelled' || status === 'completed')
    throw new GatewayError(`Subscription is not ${what} in ${status} status.`)
}
