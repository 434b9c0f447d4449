import type { Generated } from 'kysely'
import type { ContactAction, ContactSource } from '../../domain/contacts/contact.ts'
import type { VendorId } from '../../domain/ids.ts'

export type OptOutReason = 'STOP' | 'MANUAL' | 'PROVIDER' | 'PREFERENCE'
type AuditAction = Exclude<ContactAction, 'SKIP'> | 'DELETE' | 'RESTORE'
export type ListKind = 'STATIC' | 'DYNAMIC'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    contact: {
      vendor_id: VendorId
      id: string
      mobile_hash: Buffer
      profile_cipher: Buffer
      name_tokens: bigint[]
      filled_keys: string[]
      country_code: string
      source: ContactSource
      revision: Generated<number>
      created_at: Date
      updated_at: Date
    }
    contact_suffix_backfill: {
      vendor_id: VendorId
      after_id: string | null
      listed_at: Generated<Date>
      awaits_imports: Generated<boolean>
      retry_at: Date | null
    }
    label: { vendor_id: VendorId; id: string; name: string; folded: string; created_at: Date }
    contact_label: { vendor_id: VendorId; contact_id: string; label_id: string; added_at: Date; place: number }
    contact_list: { vendor_id: VendorId; id: string; name: string; kind: ListKind; created_at: Date }
    contact_list_label: { vendor_id: VendorId; list_id: string; label_id: string }
    contact_list_member: {
      vendor_id: VendorId
      list_id: string
      contact_id: string
      added_at: Date
      job_id: string | null
    }
    opt_out: {
      vendor_id: VendorId
      mobile_hash: Buffer
      reason: OptOutReason
      opted_out_at: Date
      asked_at: Date
      job_id: Generated<string | null>
    }
    contact_seen: { vendor_id: VendorId; contact_id: string; job_id: string | null }
    contact_audit: {
      vendor_id: VendorId
      contact_id: string
      revision: number
      action: AuditAction
      actor_id: string | null
      job_id: string | null
      before_cipher: Buffer | null
      labels_before: Generated<string[]>
      labels_after: Generated<string[]>
      transaction_id: Generated<bigint>
      created_at: Date
    }
  }
}
