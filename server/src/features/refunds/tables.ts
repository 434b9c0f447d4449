import type { Generated } from 'kysely'
import type { RefundBasis, RefundStatus } from '../../domain/billing/refund-request.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    refund_request: {
      vendor_id: VendorId
      id: string
      kind: 'INVOICE' | 'WALLET_EXIT'
      basis: RefundBasis
      status: Generated<RefundStatus>
      invoice_id: string | null
      invoice_number: string | null
      gateway_payment_id: string | null
      currency: string
      reason_cipher: Buffer
      note_cipher: Buffer | null
      requested_by: AccountId | null
      requested_at: Date
      decided_by: AccountId | null
      decided_at: Date | null
      amount_minor_unit: bigint | null
      manual_payout_minor_unit: Generated<bigint>
      fee_minor_unit: Generated<bigint>
      forfeit_minor_unit: Generated<bigint>
      failure: string | null
      finished_at: Date | null
      paid_out_at: Date | null
      paid_out_by: AccountId | null
      paid_out_reference_cipher: Buffer | null
      decision_reason: 'SUPERSEDED' | null
      gstin_hash: Buffer | null
    }
    refund_payout: {
      vendor_id: VendorId
      id: string
      request_id: string
      gateway_payment_id: string
      invoice_id: string | null
      amount_minor_unit: bigint
      currency: string
      status: Generated<'PLANNED' | 'ACCEPTED' | 'PROCESSED' | 'FAILED'>
      gateway_refund_id: string | null
      created_at: Date
      settled_at: Date | null
    }
  }
}
