import type { Subscription } from '../../api/queries.ts'
import type { Tone } from '../../components/values/status-dot.tsx'

type Plan = Subscription['plan']
type Cycle = Subscription['cycle']

export const PLAN_NAMES: Record<Plan, string> = { SMB: 'SMB', ENTERPRISE: 'Enterprise', CUSTOM: 'Custom' }
export const CYCLE_NAMES: Record<Cycle, string> = { MONTHLY: 'Monthly', QUARTERLY: 'Quarterly', ANNUAL: 'Annual' }
/** `₹2,499.00 per month` */
export const PER_CYCLE: Record<Cycle, string> = { MONTHLY: 'per month', QUARTERLY: 'per quarter', ANNUAL: 'per year' }

export const STATES: Record<Subscription['status'], [Tone, string]> = {
  ACTIVE: ['success', 'Active'],
  TRIAL: ['success', 'Trial'],
  PAST_DUE: ['pending', 'Payment due'],
  FROZEN: ['error', 'Frozen'],
  CANCELLED: ['neutral', 'Ended'],
}
