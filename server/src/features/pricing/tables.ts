import type { Generated, GeneratedAlways } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Category } from '../../domain/money/pricing.ts'

/** As stored in a snapshot. The amounts are integers below 2^53. */
export interface SnapshotItem {
  countryCode: string
  recipients: number
  metaCostUsdMicros: number
  markupPercent: number
  unitMinorUnit: number
  subtotalMinorUnit: number
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    message_pricing: {
      id: string
      category: Category
      country_code: string
      currency: string
      meta_cost_usd_micros: bigint
      meta_cost_usd_cents: GeneratedAlways<bigint>
      markup_percent: number | null
      effective_from: Date
      is_active: Generated<boolean>
      created_at: Date
    }
    pricing_tier: {
      id: string
      name: string
      discount_percent: number
      markup_percent: number | null
      created_at: Date
    }
    vendor_pricing: { vendor_id: VendorId; tier_id: string | null; markup_percent: number | null; updated_at: Date }
    platform_fee_rule: {
      id: string
      currency: string
      flat_minor_unit: bigint
      percent: number
      effective_from: Date
      created_at: Date
    }
    pricing_snapshot: {
      vendor_id: VendorId
      id: string
      category: Category
      currency: string
      exchange_rate_used: string
      rate_fetched_at: Date
      discount_percent: number
      items: SnapshotItem[]
      messages_minor_unit: bigint
      platform_fee_minor_unit: bigint
      total_minor_unit: bigint
      created_at: Date
    }
  }
}
