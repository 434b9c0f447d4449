import { z } from 'zod'
import { CYCLES, type Period } from '../../../domain/billing/billing-cycle.ts'
import { LISTED_PLANS } from '../../../domain/billing/subscription.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { date } from '../../../platform/pdf/wording.ts'
import { sumRefunded } from '../cycles.sql.ts'
import type { Subscription } from '../lifecycle/current.ts'

/** Why a payment could not be applied. An operator has to look at it, because the money has arrived. */
type Refusal =
  | 'ALREADY_SUBSCRIBED'
  | 'SETUP_ALREADY_PAID'
  | 'SUBSCRIPTION_ENDED'
  | 'AMOUNT_MISMATCH'
  | 'CURRENCY_MISMATCH'
/** Undefined when the payment has been applied, now or before. */
export type EffectResult = Promise<Refusal | undefined>

export type EffectDeps = Pick<Deps, 'config' | 'keyring'>

export interface Payment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
}

const paise = z.int().min(0).transform(BigInt)

/** The details stored with our own orders. Parsing them fails only because of a bug. */
export const OnboardingDetails = z.object({
  plan: z.enum(LISTED_PLANS),
  cycle: z.enum(CYCLES),
  setupPaise: paise,
  setupGstPaise: paise,
  basePaise: paise,
  gstPaise: paise,
})
export const CycleDetails = z.object({ subscriptionId: z.string(), basePaise: paise, gstPaise: paise })
export const ChangeDetails = z.object({
  subscriptionId: z.string(),
  /** The subscription when the order was created; see `termsFingerprint`. */
  from: z.string(),
  plan: z.enum(LISTED_PLANS),
  cycle: z.enum(CYCLES),
  /** The price of the whole new cycle, and the part of it left to pay. */
  cyclePaise: paise,
  basePaise: paise,
  gstPaise: paise,
})

/** Changes whenever the unused value of a subscription changes other than by time. */
export async function termsFingerprint(db: Db, row: Subscription) {
  const refunded = await sumRefunded(db, row.vendor_id, row.id)
  const terms = `${row.plan} ${row.cycle} ${row.billing_cycle_end.toISOString()}`
  return refunded > 0n ? `${terms} refunded ${refunded}` : terms
}

const PLAN_NAMES = { SMB: 'SMB', ENTERPRISE: 'Enterprise', CUSTOM: 'Custom' } as const

/** The line shown on invoices and in lists, with the same dates as the invoice's header. */
export const planDescription = (plan: keyof typeof PLAN_NAMES, period: Period) =>
  `${PLAN_NAMES[plan]} plan, ${date(period.start.getTime())} to ${date(period.end.getTime())}`
export const setupDescription = (plan: keyof typeof PLAN_NAMES) => `Setup fee, ${PLAN_NAMES[plan]} plan`
