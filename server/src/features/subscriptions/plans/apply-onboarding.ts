import type { z } from 'zod'
import { cycleFrom, inSeconds, nextAnniversary } from '../../../domain/billing/billing-cycle.ts'
import { refundDeadline } from '../../../domain/billing/refund-deadline.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { notify } from '../../notifications/notify.ts'
import type { Order } from '../../orders/find.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { followAtGateway } from '../jobs.ts'
import { lockLiveSubscription, type Subscription } from '../lifecycle/current.ts'
import { openSubscription, saveSubscription } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import {
  type EffectDeps,
  type EffectResult,
  OnboardingDetails,
  type Payment,
  planDescription,
  setupDescription,
} from './effects.ts'
import { monthlyPrice, PLAN_CURRENCY, priceOf } from './prices.ts'

/**
 * Creates the subscription when the onboarding order is paid, and enables sending. The wallet is not touched. Of several
 * orders only the first one that is paid may include the setup fee, because nothing returns a second one.
 */
export async function applyOnboarding(
  tx: Tx,
  deps: EffectDeps,
  order: Order,
  payment: Payment,
  now: Date,
): EffectResult {
  const { vendorId } = order
  const ordered = OnboardingDetails.parse(order.details)
  const live = await lockLiveSubscription(tx, deps, vendorId, now)
  if (live && live.trial_until === null) return 'ALREADY_SUBSCRIBED'
  if (ordered.setupPaise > 0n && (await sql.hasPaidSetup(tx, vendorId))) return 'SETUP_ALREADY_PAID'
  const row = await startSubscription(tx, deps, vendorId, live, ordered, now)
  if (!row) return 'ALREADY_SUBSCRIBED'
  const { gatewayPaymentId } = payment
  const period = { start: row.billing_cycle_start, end: row.billing_cycle_end }
  await sql.insertCycle(tx, vendorId, {
    subscription_id: row.id,
    payment_id: gatewayPaymentId,
    period_start: period.start,
    period_end: period.end,
    worth_paise: ordered.basePaise,
    created_at: now,
  })
  await addToOutbox(tx, vendorId, followAtGateway, { subscriptionId: row.id }, now)
  const started = { plan: row.plan, cycle: row.cycle, paidUntil: period.end.toISOString() }
  await notify(tx, vendorId, { kind: 'SUBSCRIPTION_STARTED', ...started }, `subscription-${gatewayPaymentId}`, now)

  const bill = { currency: PLAN_CURRENCY, gatewayPaymentId, subscriptionId: row.id }
  if (ordered.setupPaise > 0n)
    await issueInvoice(
      tx,
      deps,
      vendorId,
      {
        ...bill,
        type: 'SETUP',
        baseMinorUnit: ordered.setupPaise,
        gstMinorUnit: ordered.setupGstPaise,
        description: setupDescription(row.plan),
      },
      now,
    )
  await issueInvoice(
    tx,
    deps,
    vendorId,
    {
      ...bill,
      type: 'SUBSCRIPTION',
      baseMinorUnit: ordered.basePaise,
      gstMinorUnit: ordered.gstPaise,
      description: planDescription(row.plan, period),
      periodStart: period.start,
      periodEnd: period.end,
    },
    now,
  )
  return undefined
}

/**
 * Converts a trial: what campaigns have reserved stays, and the count begins again with the paid cycle. Undefined when a
 * paid subscription exists already.
 */
async function startSubscription(
  tx: Tx,
  deps: EffectDeps,
  vendorId: VendorId,
  trial: Subscription | undefined,
  { plan, cycle, basePaise }: z.output<typeof OnboardingDetails>,
  now: Date,
) {
  const { start, end } = cycleFrom(inSeconds(now), cycle)
  const terms = {
    plan,
    cycle,
    cycle_amount_paise: basePaise,
    monthly_amount_paise: monthlyPrice(basePaise, cycle),
    conversation_cap: (await priceOf(tx, plan, cycle)).conversationCap,
    billing_cycle_start: start,
    billing_cycle_end: end,
    cap_reset_date: nextAnniversary(start, now),
    last_paid_at: now,
    trial_until: null,
    is_set_up: true,
    refund_deadline: refundDeadline(cycle, start, deps.config.FIRST_MONTH_SUB_REFUND_WINDOW_DAYS),
  }
  return trial
    ? saveSubscription(tx, deps, trial, { ...terms, conversations_used: 0n }, now)
    : openSubscription(tx, deps, vendorId, terms, now)
}
