import type {
  CampaignDetailsView,
  CampaignSummary,
  MessageView,
  TimelineView,
} from '@harkara/server/campaigns/reports/views'
import type { TemplateView } from '@harkara/server/templates/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import type { Out } from '../../api/types.ts'

export type Campaign = Out<typeof CampaignDetailsView>
export type Summary = Out<typeof CampaignSummary>
export type Message = Out<typeof MessageView>
export type Timeline = Out<typeof TimelineView>
export type Template = Out<typeof TemplateView>

/** Queries affected by launching, changing or ending a campaign. */
export const CAMPAIGN_QUERIES = [['campaigns'], ['wallet'], ['billing', 'usage'], ['dashboard']] as const

/** No more messages will be sent. */
export const hasEnded = ({ status }: Pick<Campaign, 'status'>) =>
  status === 'COMPLETED' || status === 'CANCELLED' || status === 'FAILED'

/** Until its launch. */
export const isEditable = ({ status, launchedAt }: Pick<Campaign, 'status' | 'launchedAt'>) =>
  status === 'SCHEDULED' || (status === 'PAUSED' && launchedAt === null)

/** Polls often while messages are sent, and less often while delivery reports arrive. */
const SENDING_MS = 2_000
const SETTLING_MS = 10_000
export const pollInterval = (campaign: Campaign | undefined) =>
  !campaign || campaign.billingClosedAt ? false : hasEnded(campaign) ? SETTLING_MS : SENDING_MS

/** Without a running campaign only a colleague, a schedule or a late delivery report changes the list. */
const LIST_RUNNING_MS = 5_000
const LIST_IDLE_MS = 30_000
export const listPollInterval = (rows: readonly Pick<Summary, 'status'>[]) =>
  rows.some(({ status }) => status === 'RUNNING') ? LIST_RUNNING_MS : LIST_IDLE_MS

/** With timeline and receipt, so that all figures of the page come from one snapshot. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: ({ signal }) => api.get<Campaign>(`/campaigns/${id}`, { include: 'timeline,receipt' }, signal),
    refetchInterval: ({ state }) => pollInterval(state.data),
  })

/** Only approved templates can be sent. */
export const approvedTemplatesQuery = queryOptions({
  queryKey: ['templates', 'approved'],
  queryFn: ({ signal }) => fetchAllPages<Template>('/templates', signal, { status: 'APPROVED' }),
})
