import { ok, refusal, type Verb } from '../engine/verb.ts'
import { pause } from '../model/campaigns.ts'

/** Pauses that end by themselves. */
const PASSING: ReadonlySet<string | null> = new Set([
  'INSUFFICIENT_BALANCE',
  'CONVERSATION_CAP_REACHED',
  'SUBSCRIPTION_FROZEN',
  'SUBSCRIPTION_REQUIRED',
  'TEMPLATE_NOT_APPROVED',
  'PRICING_NOT_FOUND',
  'RATE_UNAVAILABLE',
])

/** Nothing is sent any more, and nothing begins again by itself. Money and plans go on as before. */
const suspend: Verb = {
  name: 'operator suspends the vendor',
  weight: 1,
  followedBy: [
    'change plan',
    'ask for a refund',
    'operator approves the refund',
    'launch',
    'operator lifts the suspension',
  ],
  choose: (model, random) => (model.status === 'ACTIVE' || random.chance(0.1) ? {} : undefined),
  predict(model) {
    if (model.status !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
    model.status = 'SUSPENDED'
    for (const campaign of model.messaging.campaigns) {
      const { status, reason } = campaign
      const isPassing = status === 'PAUSED' && PASSING.has(reason)
      if (status === 'RUNNING' || status === 'SCHEDULED' || isPassing) pause(model, campaign, 'VENDOR_SUSPENDED')
    }
    return ok({ status: 'SUSPENDED' })
  },
  run: (walker) => walker.post(`/admin/vendors/${walker.vendorId}/suspend`, { reason: 'Spam' }, 'operator'),
}

const lift: Verb = {
  name: 'operator lifts the suspension',
  weight: 6,
  followedBy: ['resume', 'launch'],
  choose: (model, random) => (model.status === 'SUSPENDED' || random.chance(0.02) ? {} : undefined),
  predict(model) {
    if (model.status !== 'SUSPENDED') return refusal(409, 'INVALID_STATE')
    model.status = 'ACTIVE'
    return ok({ status: 'ACTIVE' })
  },
  run: (walker) => walker.post(`/admin/vendors/${walker.vendorId}/unsuspend`, undefined, 'operator'),
}

export const suspensionVerbs: readonly Verb[] = [suspend, lift]
