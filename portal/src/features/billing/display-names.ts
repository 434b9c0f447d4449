import type { Subscription } from '../../api/queries.ts'
import type { Tone } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'

type Plan = Subscription['plan']
type Cycle = Subscription['cycle']

export const PLAN_NAMES: Record<Plan, string> = { SMB: 'SMB', ENTERPRISE: t('Enterprise'), CUSTOM: t('Custom') }
export const CYCLE_NAMES: Record<Cycle, string> = {
  MONTHLY: t('Monthly'),
  QUARTERLY: t('Quarterly'),
  ANNUAL: t('Annual'),
}
/** `₹2,499.00 per month` */
export const PER_CYCLE: Record<Cycle, string> = {
  MONTHLY: t('per month'),
  QUARTERLY: t('per quarter'),
  ANNUAL: t('per year'),
}

export const STATES: Record<Subscription['status'], [Tone, string]> = {
  ACTIVE: ['success', t('Active')],
  TRIAL: ['success', t('Trial')],
  PAST_DUE: ['pending', t('Payment due')],
  FROZEN: ['error', t('Frozen')],
  CANCELLED: ['neutral', t('Ended')],
}
