import type {
  CampaignSummary,
  CampaignView,
  MessageView,
  ReceiptView,
  TimelineView,
} from '@harkara/server/campaigns/reports/views'
import type { TemplateView } from '@harkara/server/templates/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import type { Out } from '../../api/types.ts'

export type Campaign = Out<typeof CampaignView>
export type Summary = Out<typeof CampaignSummary>
export type Message = Out<typeof MessageView>
export type Receipt = Out<typeof ReceiptView>
export type Timeline = Out<typeof TimelineView>
export type Template = Out<typeof TemplateView>

/** Queries affected by launching, changing or ending a campaign. */
export const CAMPAIGN_QUERIES = [['campaigns'], ['wallet'], ['billing', 'usage'], ['dashboard']] as const

/** No more messages will be sent. */
export const hasEnded = ({ status }: Pick<Campaign, 'status'>) =>
  status === 'COMPLETED' || status === 'CANCELLED' || status === 'FAILED'

/** Polls often while messages are sent, and less often while delivery reports arrive. */
const SENDING_MS = 2_000
const SETTLING_MS = 10_000
export const pollInterval = (campaign: Campaign | undefined) =>
  !campaign || campaign.billingClosedAt ? false : hasEnded(campaign) ? SETTLING_MS : SENDING_MS

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: ({ signal }) => api.get<Campaign>(`/campaigns/${id}`, undefined, signal),
    refetchInterval: ({ state }) => pollInterval(state.data),
  })

/** Only approved templates can be sent. */
export const approvedTemplatesQuery = queryOptions({
  queryKey: ['templates', 'approved'],
  queryFn: ({ signal }) => fetchAllPages<Template>('/templates', signal, { status: 'APPROVED' }),
})
