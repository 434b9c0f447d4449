import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { voidOpenInvoice } from '../../invoices/draft.ts'
import { notify } from '../../notifications/notify.ts'
import { replaceAtGateway } from '../gateway/follow-at-gateway.ts'
import { present, type SubscriptionView } from '../present.ts'
import * as sql from '../sql.ts'
import { lockLiveSubscription, type Subscription } from './current.ts'
import { assertNoRefundPending } from './refunds.ts'
import { type GraceDeps, saveSubscription, stateOf } from './save-subscription.ts'

/** Ends the plan with the paid cycle, or at once when none is paid. Repeating the request returns the same answer. */
export async function cancelPlan(
  deps: Deps,
  who: VendorPrincipal,
  idempotency: IdempotencyRecord,
): Promise<SubscriptionView> {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => cancelWithin(tx, deps, who, idempotency, now))
}

async function cancelWithin(tx: Tx, deps: Deps, who: VendorPrincipal, idempotency: IdempotencyRecord, now: Date) {
  const { vendorId } = who
  const row = await lockLiveSubscription(tx, deps, vendorId, now)
  await assertNoRefundPending(tx, vendorId)
  if (!row) throw new AppError('INVALID_STATE', { detail: 'You have no plan to cancel.' })
  const done = { action: 'PLAN_CANCELLED', subjectType: 'subscription', subjectId: row.id } as const
  if (!row.cancel_at_cycle_end) await recordForVendor(tx, who, { ...done, details: { plan: row.plan } }, now)
  const view = await present(deps, tx, row.cancel_at_cycle_end ? row : await endPlan(tx, deps, row, now), now)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

async function endPlan(tx: Tx, deps: GraceDeps, row: Subscription, now: Date) {
  const isPaidFor = stateOf(row, deps, now).status !== 'TRIAL' && now < row.billing_cycle_end
  const ended = isPaidFor
    ? await saveSubscription(tx, deps, row, { cancel_at_cycle_end: true }, now)
    : await endNow(tx, deps, row, now)
  if (isPaidFor) await replaceAtGateway(tx, ended, now)
  const endsAt = (isPaidFor ? row.billing_cycle_end : now).toISOString()
  await notify(
    tx,
    row.vendor_id,
    { kind: 'SUBSCRIPTION_CANCELLED', plan: row.plan, endsAt },
    `cancelled-${row.id}-${endsAt}`,
    now,
  )
  return ended
}

/** For a refund of the first month: sending stops at once. */
export async function cancelSubscription(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  subscriptionId: string,
  now: Date,
) {
  const row = await sql.lockSubscription(tx, vendorId, subscriptionId)
  if (row.status !== 'CANCELLED') await endNow(tx, deps, row, now)
}

async function endNow(tx: Tx, deps: GraceDeps, row: Subscription, now: Date) {
  const ended = await saveSubscription(tx, deps, row, { cancelled_at: now }, now)
  await replaceAtGateway(tx, ended, now)
  await voidOpenInvoice(tx, row.vendor_id, row.id)
  return ended
}
