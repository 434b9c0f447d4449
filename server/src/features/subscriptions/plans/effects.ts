import { z } from 'zod'
import { CYCLES, type Period } from '../../../domain/billing/billing-cycle.ts'
import { LISTED_PLANS } from '../../../domain/billing/subscription.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { date } from '../../../platform/pdf/wording.ts'
import { sumRefunded } from '../cycles.sql.ts'
import type { Subscription } from '../lifecycle/current.ts'

/** Why a payment could not do what it was made for. An operator has to look, for somebody's money has arrived. */
export type Refusal = 'ALREADY_SUBSCRIBED' | 'SUBSCRIPTION_ENDED' | 'AMOUNT_MISMATCH' | 'CURRENCY_MISMATCH'
/** Undefined: the payment has had its effect, now or before. */
export type Effected = Promise<Refusal | undefined>

export type EffectDeps = Pick<Deps, 'config' | 'keyring'>

export interface Payment {
  gatewayPaymentId: string
  amountMinorUnit: bigint
  currency: string
}

const paise = z.int().min(0).transform(BigInt)

/** What our own orders say; written by us, so anything else is a broken promise. */
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
  /** The subscription as it was when the order was made; see `termsOf`. */
  from: z.string(),
  plan: z.enum(LISTED_PLANS),
  cycle: z.enum(CYCLES),
  /** The whole new cycle, and what is left to pay of it. */
  cyclePaise: paise,
  basePaise: paise,
  gstPaise: paise,
})

/** Changes whenever what is unused of a subscription changes by anything but time. */
export async function termsOf(db: Db, row: Subscription) {
  const refunded = await sumRefunded(db, row.vendor_id, row.id)
  const terms = `${row.plan} ${row.cycle} ${row.billing_cycle_end.toISOString()}`
  return refunded > 0n ? `${terms} refunded ${refunded}` : terms
}

const NAMES = { SMB: 'SMB', ENTERPRISE: 'Enterprise', CUSTOM: 'Custom' } as const

/** As it stands on invoices and in lists: with the days that the invoice's own head names. */
export const planLine = (plan: keyof typeof NAMES, period: Period) =>
  `${NAMES[plan]} plan, ${date(period.start.getTime())} to ${date(period.end.getTime())}`
export const setupLine = (plan: keyof typeof NAMES) => `Setup fee, ${NAMES[plan]} plan`
