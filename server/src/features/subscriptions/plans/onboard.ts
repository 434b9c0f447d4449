import type { Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { createOrder, presentOrder } from '../../orders/create.ts'
import { findOpenOrder } from '../../orders/find.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'
import { PLAN_CURRENCY, priceOf, quoteItem, totalOf } from './prices.ts'

/**
 * Creates one order for the setup fee and the first cycle. The subscription is created when the order is paid. The
 * setup fee is charged once per vendor.
 */
export async function orderOnboarding(
  deps: Deps,
  who: VendorPrincipal,
  wanted: { plan: ListedPlan; cycle: Cycle },
  idempotency: IdempotencyRecord,
) {
  const { vendorId } = who
  const now = deps.clock.now()
  const row = await sql.findLatest(deps.db, vendorId)
  const status = row && stateOf(row, deps, now).status
  if (status && status !== 'CANCELLED' && status !== 'TRIAL') throw alreadySubscribed()

  const price = await priceOf(deps.db, wanted.plan, wanted.cycle)
  const setupPaise = (await sql.hasPaidSetup(deps.db, vendorId)) ? 0n : price.setupPaise
  const items = await Promise.all([
    ...(setupPaise > 0n ? [quoteItem(deps, vendorId, 'SETUP', setupPaise)] : []),
    quoteItem(deps, vendorId, 'SUBSCRIPTION', price.basePaise),
  ])
  const amountMinorUnit = totalOf(items)
  const open = await findOpenOrder(deps.db, vendorId, 'ONBOARDING', wanted, now)
  // An open order with an outdated price or tax is left to expire.
  if (open && open.amountMinorUnit === amountMinorUnit) return { ...presentOrder(deps, open), items }
  const [setup, subscription] = items.length === 2 ? items : [undefined, items[0]]
  const details = {
    ...wanted,
    setupPaise: setup?.amountMinorUnit ?? 0,
    setupGstPaise: setup?.gstAmountMinorUnit ?? 0,
    basePaise: subscription?.amountMinorUnit ?? 0,
    gstPaise: subscription?.gstAmountMinorUnit ?? 0,
    refundDeadline: new Date(now.getTime() + deps.config.FIRST_MONTH_SUB_REFUND_WINDOW_DAYS * DAY_MS).toISOString(),
  }
  const order = { type: 'ONBOARDING' as const, amountMinorUnit, currency: PLAN_CURRENCY, details }
  const view = await createOrder(deps, who, order, (tx, made) => idempotency.saveAnswer(tx, 201, { ...made, items }))
  return { ...view, items }
}

const alreadySubscribed = () =>
  new AppError('ALREADY_SUBSCRIBED', { detail: 'You already have a plan. Change it instead of ordering another one.' })
