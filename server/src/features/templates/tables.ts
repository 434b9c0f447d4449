import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { TemplateStatus } from '../../domain/template/status.ts'
import type { TemplateCategory } from '../../domain/template/template.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    template_prefix: {
      vendor_id: VendorId
      number: Generated<bigint>
    }
    template: {
      vendor_id: VendorId
      id: string
      name: string
      language: string
      provider_name: string
      provider_id: string | null
      requested_category: TemplateCategory
      category: TemplateCategory
      components: unknown
      media_id: string | null
      status: Generated<TemplateStatus>
      rejection_reason: string | null
      quality: string | null
      status_at: Date | null
      category_at: Date | null
      quality_at: Date | null
      is_deleted: Generated<boolean>
      created_at: Date
      updated_at: Date
    }
  }
}
