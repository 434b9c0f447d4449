import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    inbound_message: {
      vendor_id: VendorId
      id: string
      wamid: string
      contact_id: string | null
      mobile_hash: Buffer | null
      route_hash: Buffer
      type: string
      content_cipher: Buffer
      answers_message_id: string | null
      sent_at: Date
      received_at: Date
    }
    conversation: {
      vendor_id: VendorId
      contact_id: string
      last_message_at: Date
      last_inbound_at: Date
      unread: Generated<number>
    }
    auto_reply: {
      vendor_id: VendorId
      id: string
      keyword: string
      folded: string
      reply: string
      is_active: Generated<boolean>
      created_at: Date
      updated_at: Date
    }
  }
}
