import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'

export type PdfStatus = 'PENDING' | 'GENERATING' | 'READY'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    quotation: {
      vendor_id: VendorId
      id: string
      template_id: string
      list_id: string
      variables: unknown
      exclude_countries: Generated<string[]>
      snapshot_id: string
      recipients: number
      skipped: unknown
      pdf_status: Generated<PdfStatus>
      pdf_storage_key: string | null
      expires_at: Date
      created_at: Date
    }
  }
}
