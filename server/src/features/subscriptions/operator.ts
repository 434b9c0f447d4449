import { CYCLE_MONTHS, cycleFrom, inSeconds, nextAnniversary } from '../../domain/billing/billing-cycle.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { recordAction } from '../audit/record.ts'
import { voidOpenInvoice } from '../invoices/draft.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import { assertVendorExists } from '../vendors/members.ts'
import { lockWallet } from '../wallet/lock.ts'
import { replaceAtGateway } from './gateway/follow-at-gateway.ts'
import { lockLiveSubscription, type Subscription } from './lifecycle/current.ts'
import { assertNoRefundPending } from './lifecycle/refunds.ts'
import { openSubscription, saveSubscription } from './lifecycle/save-subscription.ts'
import type { OperatorTerms } from './operator-schema.ts'
import { monthlyPrice, priceOf } from './plans/prices.ts'
import { present, type SubscriptionView } from './present.ts'

/** Sets terms agreed with a vendor: a custom plan or a trial. */
export async function setSubscriptionByOperator(
  deps: Deps,
  operator: Operator,
  vendorId: VendorId,
  terms: OperatorTerms,
): Promise<SubscriptionView> {
  const now = deps.clock.now()
  await assertVendorExists(deps.db, vendorId)
  if (terms.trialUntil && terms.trialUntil <= now)
    throw new AppError('VALIDATION_FAILED', { detail: 'trialUntil: must be in the future' })
  return inTransaction(deps.db, (tx) => setWithin(tx, deps, operator, vendorId, terms, now))
}

async function setWithin(
  tx: Tx,
  deps: Deps,
  operator: Operator,
  vendorId: VendorId,
  terms: OperatorTerms,
  now: Date,
): Promise<SubscriptionView> {
  await lockWallet(tx, vendorId)
  if (await isClosedOrClosing(tx, vendorId))
    throw new AppError('INVALID_STATE', { detail: 'The account is closed or being closed.' })
  const live = await lockLiveSubscription(tx, deps, vendorId, now)
  await assertNoRefundPending(tx, vendorId)
  const isPaid = live !== undefined && live.trial_until === null
  if (terms.trialUntil && isPaid)
    throw new AppError('INVALID_STATE', { detail: 'The vendor already has a paid plan, so a trial is not possible.' })
  const row = await saveTerms(tx, deps, vendorId, live, terms, now)
  if (!row) throw new AppError('ALREADY_SUBSCRIBED', { detail: 'The vendor has just subscribed to a plan.' })
  if (!terms.trialUntil) await replaceAtGateway(tx, row, now)
  const done = {
    action: 'SUBSCRIPTION_SET' as const,
    vendorId,
    subjectType: 'SUBSCRIPTION',
    subjectId: row.id,
    details: auditedTerms(row),
    before: live ? auditedTerms(live) : {},
    after: auditedTerms(row),
  }
  await recordAction(tx, { operatorId: operator.accountId, ...done }, now)
  return present(deps, tx, row, now)
}

const auditedTerms = (row: Subscription) => ({
  plan: row.plan,
  cycle: row.cycle,
  status: row.status,
  monthlyAmountPaise: Number(row.monthly_amount_paise),
  conversationCap: Number(row.conversation_cap),
  trialUntil: row.trial_until?.toISOString() ?? null,
  cancelAtCycleEnd: row.cancel_at_cycle_end,
})

/** As after every change of a paid plan: a cancellation is void, and its first month is not refundable any more. */
const ONGOING = { cancel_at_cycle_end: false, refund_deadline: null }

/** A paid cycle keeps its end; the new terms apply from the next one. The first cycle of a new plan counts as paid. */
async function saveTerms(
  tx: Tx,
  deps: Deps,
  vendorId: VendorId,
  live: Subscription | undefined,
  terms: OperatorTerms,
  now: Date,
) {
  const agreed = await agreedTerms(tx, terms)
  if (live && live.trial_until === null) {
    // It bills the terms before. If a cycle is due, the sweep drafts one for these.
    await voidOpenInvoice(tx, vendorId, live.id)
    return saveSubscription(tx, deps, live, { ...agreed, ...ONGOING, is_set_up: true }, now)
  }
  const start = inSeconds(now)
  const end = terms.trialUntil ?? cycleFrom(start, terms.cycle).end
  const initial = {
    ...agreed,
    billing_cycle_start: start,
    billing_cycle_end: end,
    cap_reset_date: nextAnniversary(start, now),
    trial_until: terms.trialUntil ?? null,
    is_set_up: terms.trialUntil === undefined,
  }
  return live ? saveSubscription(tx, deps, live, initial, now) : openSubscription(tx, deps, vendorId, initial, now)
}

async function agreedTerms(tx: Tx, { plan, cycle, monthlyAmountPaise, conversationCap }: OperatorTerms) {
  const listed = plan === 'CUSTOM' ? undefined : await priceOf(tx, plan, cycle)
  const cyclePaise = listed?.basePaise ?? BigInt(monthlyAmountPaise ?? 0) * BigInt(CYCLE_MONTHS[cycle])
  return {
    plan,
    cycle,
    cycle_amount_paise: cyclePaise,
    monthly_amount_paise: monthlyPrice(cyclePaise, cycle),
    conversation_cap: BigInt(conversationCap ?? listed?.conversationCap ?? 0),
  }
}
