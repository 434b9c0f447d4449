import { z } from 'zod'
import type { Plan } from './entities.ts'
import { addBounded, type Gateway } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import { newId } from './ids.ts'
import { Amount, assertChargeable, Currency, NotesField } from './read-body.ts'

const PERIOD = 'The selected period is invalid.'
const INTERVAL = 'The interval must be a whole number from 1 to 4000.'
const NAME = 'The item name field is required.'

export const PlanBody = z.strictObject({
  period: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly'], PERIOD),
  interval: z.int(INTERVAL).min(1, INTERVAL).max(4_000, INTERVAL),
  item: z.strictObject({
    name: z.string(NAME).min(1, NAME).max(255, 'The name may not be greater than 255 characters.'),
    amount: Amount,
    currency: Currency,
    description: z.string().nullish(),
  }),
  notes: NotesField,
})

export function createPlan(gateway: Gateway, { period, interval, item, notes }: z.output<typeof PlanBody>): Plan {
  if (period === 'daily' && interval < 7)
    throw new GatewayError('For daily plans, the minimum interval is 7.', { field: 'interval' })
  assertChargeable(item.amount, item.currency)
  const { name, amount, currency } = item
  const plan: Plan = {
    id: newId('plan'),
    entity: 'plan',
    interval,
    period,
    item: { id: newId('plan').replace('plan', 'item'), name, amount, currency, active: true, type: 'plan' },
    notes,
    created_at: gateway.now(),
  }
  return addBounded(gateway.plans, plan.id, plan)
}

/** The start of the nth cycle of a plan, in calendar months clipped to the end of the month. */
export function cycleStart({ period, interval }: Plan, startAt: number, cycle: number): number {
  const steps = interval * cycle
  if (period === 'daily') return startAt + steps * 86_400
  if (period === 'weekly') return startAt + steps * 7 * 86_400
  const start = new Date(startAt * 1_000)
  const months = steps * { monthly: 1, quarterly: 3, yearly: 12 }[period]
  const target = new Date(start)
  target.setUTCDate(1)
  target.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return Math.floor(target.getTime() / 1_000)
}
