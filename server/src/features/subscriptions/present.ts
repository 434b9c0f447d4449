import type { z } from 'zod'
import { servedUntil } from '../../domain/billing/subscription.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { quoteGst } from '../invoices/tax.ts'
import * as gateway from './gateway/gateway.sql.ts'
import type { Subscription } from './lifecycle/current.ts'
import { graceOf, stateOf, storedSubscription } from './lifecycle/save-subscription.ts'
import type { SubscriptionView as Schema } from './schema.ts'

export type SubscriptionView = z.output<typeof Schema>

/** The status is computed for `now`, whatever is stored. */
export async function present(
  deps: Pick<Deps, 'keyring' | 'config'>,
  db: Db,
  row: Subscription,
  now: Date,
): Promise<SubscriptionView> {
  const state = stateOf(row, deps, now)
  const current = await gateway.findCurrent(db, row.vendor_id, row.id)
  const isLive = state.status !== 'CANCELLED'
  // The tax depends on the address, which is erased some time after the end.
  const priced = isLive ? await quoteGst(deps, db, row.vendor_id, row.cycle_amount_paise) : undefined
  const renews = isLive && state.status !== 'TRIAL' && !row.cancel_at_cycle_end
  const mandate = !isLive || !current || current.mandate === 'ENDED' ? 'NONE' : current.mandate
  return {
    id: row.id,
    vendorId: row.vendor_id,
    plan: row.plan,
    cycle: row.cycle,
    status: state.status,
    monthlyAmountPaise: toJsonInteger(row.monthly_amount_paise),
    cycleAmountPaise: toJsonInteger(row.cycle_amount_paise),
    cycleTotalPaise: priced ? toJsonInteger(priced.totalMinorUnit) : null,
    billingCycleStart: row.billing_cycle_start.toISOString(),
    billingCycleEnd: row.billing_cycle_end.toISOString(),
    nextChargeAt: renews ? row.billing_cycle_end.toISOString() : null,
    conversationCap: toJsonInteger(row.conversation_cap),
    conversationsUsed: toJsonInteger(row.conversations_used),
    conversationsReserved: toJsonInteger(row.conversations_reserved),
    capResetDate: row.cap_reset_date.toISOString(),
    graceDay: state.graceDay,
    banner: state.banner,
    pastDueAt: iso(state.pastDueAt),
    freezesAt: state.status === 'PAST_DUE' ? iso(servedUntil(storedSubscription(row), graceOf(deps))) : null,
    frozenAt: iso(state.frozenAt),
    cancelAtCycleEnd: row.cancel_at_cycle_end,
    cancelledAt: iso(state.cancelledAt),
    trialUntil: iso(row.trial_until),
    gatewaySubId: current?.gateway_sub_id ?? null,
    mandate,
    mandateUrl: mandate === 'PENDING' ? (current?.mandate_url ?? null) : null,
    refundDeadline: iso(row.refund_deadline),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null
