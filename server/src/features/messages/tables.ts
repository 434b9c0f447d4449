import type { Generated, GeneratedAlways } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { CallbackStatus, MessageStatus, SettledAs } from '../../domain/messaging/settlement.ts'
import type { Category } from '../../domain/money/pricing.ts'

export type MessageKind = 'CAMPAIGN' | 'TEST' | 'REPLY' | 'AUTO_REPLY'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    message: {
      vendor_id: VendorId
      id: string
      campaign_id: string | null
      kind: MessageKind
      contact_id: string | null
      mobile_hash: Buffer
      country_code: string
      category: Category
      cost_minor_unit: bigint
      status: Generated<MessageStatus>
      settled_as: SettledAs | null
      is_counted: Generated<boolean>
      is_unfunded: Generated<boolean>
      retry_count: Generated<number>
      due_at: Date
      leased_until: Generated<Date>
      sending_until: Date | null
      wamid: string | null
      error_code: string | null
      content_cipher: Buffer | null
      auto_reply_id: string | null
      created_at: Date
      sent_at: Date | null
      delivered_at: Date | null
      read_at: Date | null
      failed_at: Date | null
    }
    message_conflict: {
      id: GeneratedAlways<bigint>
      vendor_id: VendorId
      message_id: string
      status: CallbackStatus
      error_code: string | null
      happened_at: Date
      noted_at: Date
    }
    parked_status: {
      id: string
      wamid: string
      reference: string | null
      status: CallbackStatus
      error_code: string | null
      happened_at: Date
      parked_at: Date
    }
    message_route: { route_hash: Buffer; vendor_id: VendorId; message_id: string; wrote_at: Date }
    relay_place: {
      vendor_id: VendorId
      campaign_id: string
      due_at: Generated<Date>
      message_id: Generated<string>
      first_due_at: Generated<Date>
      first_message_id: Generated<string>
      first_since: Generated<Date>
    }
    service_allowance: { vendor_id: VendorId; month: Date; used: Generated<number> }
  }
}
