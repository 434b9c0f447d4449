// Operators see the billing of all vendors.

import { sql } from 'kysely'
import type { Grace } from '../../domain/billing/grace-period.ts'
import { UNREPORTED_HOURS } from '../../domain/billing/grace-period.ts'
import type { Plan, SubscriptionStatus } from '../../domain/billing/subscription.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'

export interface BillingFilter {
  search: string | undefined
  plan: Plan | undefined
  status: SubscriptionStatus | 'NONE' | undefined
}

export interface BillingRow {
  vendorId: VendorId
  companyName: string
  vendorStatus: string
  plan: Plan | null
  cycle: string | null
  status: SubscriptionStatus | null
  dayOne: Date | null
  billingCycleEnd: Date | null
  currency: string
  balanceMinorUnit: bigint
  lastPaidAt: Date | null
  lastPaidMinorUnit: bigint | null
  lastPaidCurrency: string | null
  monthSubscriptionInrPaise: bigint
  monthRechargeInrPaise: bigint
}

/**
 * The status of a subscription at an instant in SQL, with the rules of domain/billing/subscription.ts, so that all
 * vendors can be counted at once.
 */
const dayOne = sql`least(s.past_due_at, s.billing_cycle_end + make_interval(hours => ${UNREPORTED_HOURS}))`
const statusAt = (now: Date, { windowDays, extensionDays }: Grace) => sql<SubscriptionStatus>`case
  when s.id is null then null
  when least(s.cancelled_at, s.trial_until, case when s.cancel_at_cycle_end then s.billing_cycle_end end) <= ${now}
    then 'CANCELLED'
  when s.trial_until is not null then 'TRIAL'
  when ${now} < ${dayOne} then 'ACTIVE'
  when ${now} < ${dayOne} + make_interval(hours => 24 * ${windowDays + extensionDays}::int) then 'PAST_DUE'
  else 'FROZEN' end`

const vendorsWithPlans = (now: Date, grace: Grace) => sql`
  select v.id, v.company_name, v.status as vendor_status, s.plan, s.cycle, s.billing_cycle_end, ${dayOne} as day_one,
         ${statusAt(now, grace)} as status
    from vendor v
    left join lateral (
      select * from subscription x where x.vendor_id = v.id
       order by x.status = 'CANCELLED', x.created_at desc, x.id desc limit 1
    ) s on true`

const matching = ({ search, plan, status }: BillingFilter) => sql`
  (${search ?? null}::text is null or position(lower(${search ?? ''}) in lower(v.company_name)) > 0)
  and (${plan ?? null}::text is null or v.plan = ${plan ?? null})
  and (${status ?? null}::text is null or coalesce(v.status, 'NONE') = ${status ?? null})`

/** For operators: every vendor with its status, newest first. */
export const listBilling = async (db: Db, now: Date, grace: Grace, filter: BillingFilter, page: Page) => {
  const { rows } = await sql<BillingRow>`
    with vendors_with_plans as (${vendorsWithPlans(now, grace)}), vendor_page as (
      select * from vendors_with_plans v
       where ${matching(filter)} and (${page.after ?? null}::uuid is null or v.id < ${page.after ?? null})
       order by v.id desc limit ${page.limit} offset ${page.offset}
    )
    select v.id as "vendorId", v.company_name as "companyName", v.vendor_status as "vendorStatus", v.plan, v.cycle,
           v.status, v.day_one as "dayOne", v.billing_cycle_end as "billingCycleEnd", w.currency,
           w.balance_minor_unit as "balanceMinorUnit", paid.paid_at as "lastPaidAt",
           paid.total_minor_unit as "lastPaidMinorUnit", paid.currency as "lastPaidCurrency",
           month.subscriptions::bigint as "monthSubscriptionInrPaise", month.recharges::bigint as "monthRechargeInrPaise"
      from vendor_page v
      join wallet w on w.vendor_id = v.id
      left join lateral (
        select max(i.paid_at) as paid_at, sum(i.total_minor_unit)::bigint as total_minor_unit, i.currency
          from invoice i
         where i.vendor_id = v.id and i.paid_at is not null
         group by coalesce(i.gateway_payment_id, i.id::text), i.currency
         order by max(i.paid_at) desc, max(i.id::text) desc limit 1
      ) paid on true
      cross join lateral (
        select coalesce(sum(i.total_inr_paise) filter (where i.type <> 'WALLET_RECHARGE'), 0) as subscriptions,
               coalesce(sum(i.total_inr_paise) filter (where i.type = 'WALLET_RECHARGE'), 0) as recharges
          from invoice i
         where i.vendor_id = v.id and i.paid_at >= date_trunc('month', ${now}::timestamptz, 'UTC')
      ) month
     order by v.id desc`.execute(db)
  return rows
}

/** For operators. */
export const countBilling = async (db: Db, now: Date, grace: Grace, filter: BillingFilter) => {
  const { rows } = await sql<{ count: bigint }>`
    with vendors_with_plans as (${vendorsWithPlans(now, grace)})
    select count(*) from vendors_with_plans v where ${matching(filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/** For operators: the number of vendors by status. */
export const countByStatus = async (db: Db, now: Date, grace: Grace) => {
  const { rows } = await sql<{ status: SubscriptionStatus | null; count: bigint }>`
    with vendors_with_plans as (${vendorsWithPlans(now, grace)})
    select status, count(*) from vendors_with_plans group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status ?? 'NONE', Number(count)]))
}
