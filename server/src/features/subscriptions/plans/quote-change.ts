import type { z } from 'zod'
import { cycleFrom, inSeconds } from '../../../domain/billing/billing-cycle.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { convertPaiseDown } from '../../currency/convert.ts'
import { readWallet } from '../../wallet/read.ts'
import { readSubscription, type Subscription } from '../lifecycle/current.ts'
import { assertNoRefundPending } from '../lifecycle/refunds.ts'
import type { ChangeQuoteView } from '../schema.ts'
import { unusedValueOf } from './apply-plan-change.ts'
import { assertChangeable, excessPaid, isUpgrade, type PlanChoice, sumOfBonus, upgradeItem } from './change-plan.ts'
import { PLAN_CURRENCY, type PlanPrice, priceOf, totalOf } from './prices.ts'

type QuoteDeps = Pick<Deps, 'db' | 'keyring' | 'config' | 'clock'>
type ChangeQuote = z.output<typeof ChangeQuoteView>

/** What a plan change would cost or return now. Refused where the change itself would be. */
export async function quoteChange(
  deps: QuoteDeps,
  { vendorId }: VendorPrincipal,
  wanted: PlanChoice,
): Promise<ChangeQuote> {
  const now = deps.clock.now()
  await assertNoRefundPending(deps.db, vendorId)
  const price = await priceOf(deps.db, wanted.plan, wanted.cycle)
  const row = await readSubscription(deps.db, vendorId, now)
  assertChangeable(deps, row, wanted, now)
  const { currency } = await readWallet(deps.db, vendorId)
  const { items, bonusPaise, paidUntil } = (await isUpgrade(deps, row, price))
    ? await upgrade(deps, row, price, now)
    : await downgrade(deps, row, wanted, now)
  return {
    ...wanted,
    begins: items.length > 0 ? 'WHEN_PAID' : 'AT_ONCE',
    cycleAmountMinorUnit: toJsonInteger(price.basePaise),
    conversationCap: toJsonInteger(price.conversationCap),
    unusedMinorUnit: toJsonInteger(await unusedValueOf(deps.db, row, now)),
    items,
    totalMinorUnit: toJsonInteger(totalOf(items)),
    currency: PLAN_CURRENCY,
    bonusMinorUnit: bonusPaise > 0n ? toJsonInteger(await convertPaiseDown(deps.db, bonusPaise, currency)) : 0,
    bonusCurrency: currency,
    paidUntil: paidUntil.toISOString(),
  }
}

async function upgrade(deps: QuoteDeps, row: Subscription, price: PlanPrice, now: Date) {
  const item = await upgradeItem(deps, row, price, now)
  const bonusPaise = item ? 0n : (await unusedValueOf(deps.db, row, now)) - price.basePaise
  return { items: item ? [item] : [], bonusPaise, paidUntil: cycleFrom(inSeconds(now), price.cycle).end }
}

async function downgrade({ db }: QuoteDeps, row: Subscription, { plan }: PlanChoice, now: Date) {
  const bonusPaise = sumOfBonus(await excessPaid(db, row, plan, now))
  return { items: [], bonusPaise, paidUntil: row.billing_cycle_end }
}
