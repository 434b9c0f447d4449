import { type Banner, bannerOn, dayOneOf, frozenDay, type Grace, graceDayAt, startOfGraceDay } from './grace-period.ts'

/**
 * The status of a subscription at an instant, computed from the stored row and the clock alone. No job has to run for a
 * grace period to end: a stopped scheduler delays mails, never a freeze.
 */
export const PLANS = ['SMB', 'ENTERPRISE', 'CUSTOM'] as const
export type Plan = (typeof PLANS)[number]
/** Plans that a vendor can order itself. */
export const LISTED_PLANS = ['SMB', 'ENTERPRISE'] as const
export type ListedPlan = (typeof LISTED_PLANS)[number]

export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'PAST_DUE', 'CANCELLED', 'FROZEN', 'TRIAL'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
/** The stored columns that determine the status. */
export interface StoredSubscription {
  cycleEnd: Date
  /** The first failed charge since the last payment. */
  pastDueAt: Date | null
  cancelAtCycleEnd: boolean
  cancelledAt: Date | null
  trialUntil: Date | null
}

export interface SubscriptionState {
  status: SubscriptionStatus
  graceDay: number | null
  banner: Banner
  pastDueAt: Date | null
  frozenAt: Date | null
  cancelledAt: Date | null
}

const NO_GRACE = { graceDay: null, banner: 'none', pastDueAt: null, frozenAt: null } as const

export function stateAt(stored: StoredSubscription, now: Date, grace: Grace): SubscriptionState {
  const endedAt = endOf(stored)
  if (endedAt && endedAt <= now) return { status: 'CANCELLED', ...NO_GRACE, cancelledAt: endedAt }
  if (stored.trialUntil) return { status: 'TRIAL', ...NO_GRACE, cancelledAt: null }
  const pastDueAt = dayOneOf(stored)
  if (now < pastDueAt) return { status: 'ACTIVE', ...NO_GRACE, cancelledAt: null }
  const graceDay = graceDayAt(pastDueAt, now)
  const banner = bannerOn(graceDay, grace)
  const frozenAt = banner === 'frozen' ? startOfGraceDay(pastDueAt, frozenDay(grace)) : null
  return { status: frozenAt ? 'FROZEN' : 'PAST_DUE', graceDay, banner, pastDueAt, frozenAt, cancelledAt: null }
}

/** When the subscription ends for good, whatever is paid: the earliest of its possible ends. */
function endOf({ cancelledAt, trialUntil, cancelAtCycleEnd, cycleEnd }: StoredSubscription): Date | null {
  const ends = [cancelledAt, trialUntil, cancelAtCycleEnd ? cycleEnd : null].filter((end) => end !== null)
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** The instant from which the vendor may not send, unless it pays. */
export function servedUntil(stored: StoredSubscription, grace: Grace): Date {
  const frozenAt = startOfGraceDay(dayOneOf(stored), frozenDay(grace))
  const endedAt = endOf(stored)
  return endedAt && (endedAt < frozenAt || stored.trialUntil) ? endedAt : frozenAt
}

/** Side effects that the sweep runs; the status itself is computed on read. */
export type Step =
  | 'DRAFT_INVOICE'
  | 'TELL_FAILED'
  | 'REMIND_WINDOW'
  | 'MARK_OVERDUE'
  | 'REMIND_LAST_DAY'
  | 'FREEZE'
  | 'END'

/** In chronological order. */
function stepsOf(stored: StoredSubscription, grace: Grace): { step: Step; at: Date }[] {
  const endedAt = endOf(stored)
  const end = endedAt ? [{ step: 'END' as const, at: endedAt }] : []
  if (stored.trialUntil) return end
  const dayOne = dayOneOf(stored)
  const steps = [
    { step: 'DRAFT_INVOICE', day: 1 },
    { step: 'TELL_FAILED', day: 1 },
    { step: 'REMIND_WINDOW', day: grace.windowDays },
    { step: 'MARK_OVERDUE', day: grace.windowDays + 1 },
    { step: 'REMIND_LAST_DAY', day: frozenDay(grace) - 1 },
    { step: 'FREEZE', day: frozenDay(grace) },
  ] as const
  return [...steps.map(({ step, day }) => ({ step, at: startOfGraceDay(dayOne, day) })), ...end].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
}

export const nextStepAt = (stored: StoredSubscription, now: Date, grace: Grace): Date | null =>
  stepsOf(stored, grace).find(({ at }) => at > now)?.at ?? null

/**
 * Of reminders and the freeze only the latest applies, so that a sweep after days of downtime announces the current
 * state only.
 */
export function stepsDue(stored: StoredSubscription, now: Date, grace: Grace): Step[] {
  const passed = stepsOf(stored, grace).flatMap(({ step, at }) => (at <= now ? [step] : []))
  if (passed.includes('END')) return ['END']
  const latestNotice = passed.filter((step) => NOTICES.includes(step)).at(-1)
  return passed.filter((step) => step === latestNotice || !NOTICES.includes(step))
}
const NOTICES: readonly Step[] = ['TELL_FAILED', 'REMIND_WINDOW', 'REMIND_LAST_DAY', 'FREEZE']
