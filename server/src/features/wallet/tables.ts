import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { LedgerType } from '../../domain/money/ledger-signs.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    wallet: {
      vendor_id: VendorId
      id: string
      balance_minor_unit: Generated<bigint>
      bonus_balance_minor_unit: Generated<bigint>
      reserved_minor_unit: Generated<bigint>
      in_flight_minor_unit: Generated<bigint>
      head_sequence: Generated<bigint>
      head_hash: Generated<Buffer>
      head_at: Generated<Date>
      currency: string
      low_balance_threshold: bigint
      is_threshold_chosen: Generated<boolean>
      last_recharged_at: Date | null
      created_at: Date
      updated_at: Date
    }
    wallet_transaction: {
      vendor_id: VendorId
      sequence: bigint
      id: string
      wallet_id: string
      type: LedgerType
      amount_minor_unit: bigint
      bonus_minor_unit: bigint
      balance_after_minor_unit: bigint
      bonus_after_minor_unit: bigint
      currency: string
      amount_inr_paise: bigint
      exchange_rate_used: string
      is_rate_stale: boolean
      description: string
      reference_type: string | null
      reference_id: string | null
      hold_id: string | null
      refund_of: string | null
      idempotency_key: string
      prev_hash: Buffer
      hash: Buffer
      created_at: Date
    }
    wallet_hold: {
      vendor_id: VendorId
      id: string
      amount_minor_unit: bigint
      bonus_minor_unit: bigint
      captured_minor_unit: Generated<bigint>
      returned_minor_unit: Generated<bigint>
      returned_bonus_minor_unit: Generated<bigint>
    }
  }
}
