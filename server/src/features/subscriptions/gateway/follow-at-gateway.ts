import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { GatewaySubscription } from '../../../ports/payment-gateway.ts'
import { quoteGst } from '../../invoices/tax.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { followAtGateway } from '../jobs.ts'
import type { Subscription } from '../lifecycle/current.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import { PLAN_CURRENCY } from '../plans/prices.ts'
import * as sql from '../sql.ts'
import * as gateway from './gateway.sql.ts'

/**
 * The gateway renews a subscription by charging the authorised mandate, at a time and amount fixed when it was created
 * there. When either no longer fits, that gateway subscription is cancelled and another is created, by a job after the
 * commit. The job may be killed at any point and run again: a gateway subscription that was not stored is harmless,
 * because its mandate was never presented for authorisation.
 */
export async function replaceAtGateway(tx: Tx, row: Subscription, now: Date) {
  await gateway.replaceCurrent(tx, row.vendor_id, row.id, now)
  await addToOutbox(tx, row.vendor_id, followAtGateway, { subscriptionId: row.id }, now)
}

export async function updateAtGateway(deps: Deps, vendorId: VendorId, subscriptionId: string) {
  for (const { gateway_sub_id: id } of await gateway.listToClose(deps.db, vendorId, subscriptionId)) {
    await deps.gateway.cancelSubscription(id, 'NOW')
    const now = deps.clock.now()
    await inTransaction(deps.db, (tx) => gateway.setClosed(tx, vendorId, id, now))
  }
  const row = await sql.findSubscription(deps.db, vendorId, subscriptionId)
  const hasOne = await gateway.findCurrent(deps.db, vendorId, subscriptionId)
  if (!hasOne && shouldRenew(deps, row)) await createAtGateway(deps, vendorId, row)
}

/** A trial has no renewal, and an overdue cycle is paid by an order. */
function shouldRenew(deps: Deps, row: Subscription) {
  const now = deps.clock.now()
  const { status } = stateOf(row, deps, now)
  return status !== 'CANCELLED' && status !== 'TRIAL' && !row.cancel_at_cycle_end && row.billing_cycle_end > now
}

async function createAtGateway(deps: Deps, vendorId: VendorId, row: Subscription) {
  const { totalMinorUnit } = await quoteGst(deps, deps.db, vendorId, row.cycle_amount_paise)
  const created = await deps.gateway.createSubscription({
    planName: `Harkara ${row.plan}`,
    period: row.cycle,
    amountMinorUnit: totalMinorUnit,
    currency: PLAN_CURRENCY,
    startAt: row.billing_cycle_end,
    notes: { vendorId, subscriptionId: row.id },
  })
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => saveCreated(tx, row, { ...created, amountMinorUnit: totalMinorUnit }, now))
}

/** If the subscription has changed meanwhile, the new gateway subscription is outdated and the next run cancels it. */
async function saveCreated(
  tx: Tx,
  before: Subscription,
  created: GatewaySubscription & { amountMinorUnit: bigint },
  now: Date,
) {
  const { vendor_id: vendorId, id } = before
  const row = await sql.lockSubscription(tx, vendorId, id)
  const fits =
    row.billing_cycle_end.getTime() === before.billing_cycle_end.getTime() &&
    row.cycle_amount_paise === before.cycle_amount_paise &&
    row.cancel_at_cycle_end === before.cancel_at_cycle_end &&
    row.status !== 'CANCELLED' &&
    !(await gateway.findCurrent(tx, vendorId, id))
  await gateway.insertGatewaySubscription(tx, vendorId, {
    gateway_sub_id: created.gatewaySubId,
    subscription_id: id,
    base_paise: before.cycle_amount_paise,
    amount_minor_unit: created.amountMinorUnit,
    mandate_url: created.mandateUrl,
    mandate: created.status === 'created' ? 'PENDING' : 'ACTIVE',
    replaced_at: fits ? null : now,
    closed_at: null,
    created_at: now,
  })
  if (!fits) await addToOutbox(tx, vendorId, followAtGateway, { subscriptionId: id }, now)
}
