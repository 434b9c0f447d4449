import { CYCLE_MONTHS, type Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { divRound, toJsonInteger } from '../../../domain/money/money.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { quoteGst } from '../../invoices/tax.ts'
import * as sql from './plans.cross-vendor.sql.ts'

/** Setup and subscription are priced in rupees for every vendor; only the wallet has the vendor's currency. */
export const PLAN_CURRENCY = 'INR'

export type PlanPrice = Awaited<ReturnType<typeof sql.findPlan>>
export const priceOf = (db: Db, plan: ListedPlan, cycle: Cycle): Promise<PlanPrice> => sql.findPlan(db, plan, cycle)

/** The price of a cycle per month, rounded to the nearest paisa. */
export const monthlyPrice = (cycleAmountPaise: bigint, cycle: Cycle) =>
  divRound(cycleAmountPaise, BigInt(CYCLE_MONTHS[cycle]))

export interface OrderItem {
  type: 'SETUP' | 'SUBSCRIPTION'
  amountMinorUnit: number
  gstAmountMinorUnit: number
  totalMinorUnit: number
}

/** One item of an order, with the tax of the vendor's place of supply. */
export async function quoteItem(
  deps: Pick<Deps, 'db' | 'keyring' | 'config'>,
  vendorId: VendorId,
  type: OrderItem['type'],
  basePaise: bigint,
): Promise<OrderItem> {
  const { gstMinorUnit, totalMinorUnit } = await quoteGst(deps, deps.db, vendorId, basePaise)
  return {
    type,
    amountMinorUnit: toJsonInteger(basePaise),
    gstAmountMinorUnit: toJsonInteger(gstMinorUnit),
    totalMinorUnit: toJsonInteger(totalMinorUnit),
  }
}

export const totalOf = (items: readonly OrderItem[]) =>
  items.reduce((total, { totalMinorUnit }) => total + BigInt(totalMinorUnit), 0n)

/** The price list, with the tax that this vendor pays. */
export async function quotePlans(deps: Pick<Deps, 'db' | 'keyring' | 'config'>, vendorId: VendorId) {
  const rows = await sql.listPlans(deps.db)
  const quote = async (basePaise: bigint) => {
    const { type: _, ...amounts } = await quoteItem(deps, vendorId, 'SUBSCRIPTION', basePaise)
    return amounts
  }
  const firstOfEach = rows.filter((row, i) => row.plan !== rows[i - 1]?.plan)
  return Promise.all(
    firstOfEach.map(async ({ plan, conversationCap, setupPaise }) => ({
      plan,
      currency: PLAN_CURRENCY,
      conversationCap: toJsonInteger(conversationCap),
      setup: await quote(setupPaise),
      prices: await Promise.all(
        rows
          .filter((row) => row.plan === plan)
          .map(async ({ cycle, basePaise }) => ({ cycle, ...(await quote(basePaise)) })),
      ),
    })),
  )
}
