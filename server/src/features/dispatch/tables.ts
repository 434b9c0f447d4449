import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    provider_state: {
      id: Generated<boolean>
      stopped_code: number | null
      stopped_at: Date | null
      slow_until: Generated<Date>
      resumed_at: Date | null
      quality: string | null
      quality_at: Date | null
      messaging_limit: string | null
      messaging_limit_at: Date | null
    }
    provider_event: {
      id: string
      event_key: Buffer
      field: string
      event: string | null
      details: Record<string, string | number | boolean>
      happened_at: Date
      received_at: Date
    }
    provider_media: { vendor_id: VendorId; media_id: string; provider_media_id: string; expires_at: Date }
  }
}
