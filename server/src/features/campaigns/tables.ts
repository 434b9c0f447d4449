import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { CampaignStatus, PauseReason } from '../../domain/messaging/campaign.ts'
import type { TemplateCategory } from '../../domain/template/template.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    campaign: {
      vendor_id: VendorId
      id: string
      name: string
      parent_campaign_id: string | null
      template_id: string
      template_name: string
      provider_name: string
      language: string
      category: TemplateCategory
      components: unknown
      media_id: string | null
      list_id: string | null
      variables: unknown
      exclude_countries: Generated<string[]>
      quotation_id: string | null
      snapshot_id: string | null
      currency: string
      status: CampaignStatus
      pause_reason: PauseReason | null
      scheduled_at: Date | null
      launched_at: Date | null
      recipients: number
      skipped: unknown
      expanded_at: Date | null
      ended_at: Date | null
      billing_closed_at: Date | null
      former_snapshot_ids: Generated<string[]>
      /** Outcomes and failures before it was resumed last. They no longer count against it. */
      forgiven_outcomes: Generated<number>
      forgiven_failures: Generated<number>
      created_by: string | null
      created_at: Date
      updated_at: Date
      traceparent: string | null
    }
  }
}
