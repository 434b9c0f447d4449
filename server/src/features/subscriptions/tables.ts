import type { Generated } from 'kysely'
import type { Cycle } from '../../domain/billing/billing-cycle.ts'
import type { ValueMovedTo } from '../../domain/billing/refund-request.ts'
import type { ListedPlan, Plan, SubscriptionStatus } from '../../domain/billing/subscription.ts'
import type { VendorId } from '../../domain/ids.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    plan: { plan: ListedPlan; conversation_cap: bigint; setup_paise: bigint; rank: number }
    plan_price: { plan: ListedPlan; cycle: Cycle; base_paise: bigint }
    subscription: {
      vendor_id: VendorId
      id: string
      plan: Plan
      cycle: Cycle
      status: SubscriptionStatus
      cycle_amount_paise: bigint
      monthly_amount_paise: bigint
      billing_cycle_start: Date
      billing_cycle_end: Date
      conversation_cap: bigint
      conversations_used: Generated<bigint>
      conversations_reserved: Generated<bigint>
      cap_reset_date: Date
      last_paid_at: Date | null
      past_due_at: Date | null
      frozen_at: Date | null
      cancel_at_cycle_end: Generated<boolean>
      cancelled_at: Date | null
      trial_until: Date | null
      is_set_up: boolean
      refund_deadline: Date | null
      next_step_at: Date | null
      created_at: Date
      updated_at: Date
    }
    subscription_cycle: {
      vendor_id: VendorId
      subscription_id: string
      payment_id: string
      period_start: Date
      period_end: Date
      worth_paise: bigint
      value_moved_to: Generated<ValueMovedTo | null>
      created_at: Date
    }
    subscription_failure: { vendor_id: VendorId; subscription_id: string; at: Date }
    gateway_subscription: {
      vendor_id: VendorId
      gateway_sub_id: string
      subscription_id: string
      base_paise: bigint
      amount_minor_unit: bigint
      mandate_url: string | null
      mandate: 'PENDING' | 'ACTIVE' | 'ENDED'
      replaced_at: Date | null
      closed_at: Date | null
      created_at: Date
    }
  }
}
