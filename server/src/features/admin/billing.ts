import { DAY_MS } from '../../domain/durations.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { graceOf } from '../subscriptions/lifecycle/save-subscription.ts'
import * as sql from './billing.cross-vendor.sql.ts'

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Every vendor with its current plan, its wallet and its payments. */
export async function listBilling(deps: ReportDeps, filter: sql.BillingFilter, page: Page) {
  const [now, grace] = [deps.clock.now(), graceOf(deps)]
  const [rows, total] = await Promise.all([
    sql.listBilling(deps.db, now, grace, filter, page),
    sql.countBilling(deps.db, now, grace, filter),
  ])
  return { vendors: rows.map((row) => present(row, now)), total }
}

const present = (row: sql.BillingRow, now: Date) => ({
  vendorId: row.vendorId,
  companyName: row.companyName,
  vendorStatus: row.vendorStatus,
  plan: row.plan,
  cycle: row.cycle,
  status: row.status ?? ('NONE' as const),
  graceDay: isUnpaid(row) && row.dayOne ? Math.floor((now.getTime() - row.dayOne.getTime()) / DAY_MS) + 1 : null,
  paidUntil: row.billingCycleEnd?.toISOString() ?? null,
  currency: row.currency,
  balanceMinorUnit: toJsonInteger(row.balanceMinorUnit),
  lastPayment:
    row.lastPaidAt && row.lastPaidMinorUnit !== null && row.lastPaidCurrency !== null
      ? {
          at: row.lastPaidAt.toISOString(),
          amountMinorUnit: toJsonInteger(row.lastPaidMinorUnit),
          currency: row.lastPaidCurrency,
        }
      : null,
  monthSubscriptionInrPaise: toJsonInteger(row.monthSubscriptionInrPaise),
  monthRechargeInrPaise: toJsonInteger(row.monthRechargeInrPaise),
})

const isUnpaid = ({ status }: sql.BillingRow) => status === 'PAST_DUE' || status === 'FROZEN'
