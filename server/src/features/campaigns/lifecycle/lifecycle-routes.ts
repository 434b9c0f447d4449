import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createdFilter, createPager, IdParams, listOf } from '../../../platform/http/pagination.ts'
import { listMessages } from '../../messages/campaign/campaign-messages.ts'
import { Exclusion } from '../launch/launch-schema.ts'
import { readCampaignDetails } from '../reports/campaign-details.ts'
import { listCampaigns } from '../reports/read-campaign.ts'
import { campaignReceipt } from '../reports/receipt.ts'
import { campaignReport } from '../reports/report.ts'
import { campaignTimeline } from '../reports/timeline.ts'
import {
  CampaignDetailsView,
  CampaignQuery,
  CampaignSummary,
  CampaignsQuery,
  CampaignView,
  MessagesQuery,
  MessageView,
  ReceiptView,
  TimelineView,
} from '../reports/views.ts'
import { withContacts } from '../reports/with-contacts.ts'
import { cancelCampaign } from './cancel.ts'
import { getCampaign } from './find-campaign.ts'
import { pauseByVendor } from './pause.ts'
import { resumeByVendor } from './resume.ts'

const config = { access: ANY_VENDOR_USER, resource: 'campaigns' } as const
const tags = ['campaigns']
const params = IdParams

export function campaignLifecycleRoutes(app: App, deps: Deps) {
  readRoutes(app, deps)
  fileRoutes(app, deps)
  const change = { config: { ...config, idempotency: 'honoured' } } as const
  app.post(
    '/campaigns/:id/pause',
    {
      ...change,
      schema: {
        tags,
        summary: 'Pause a running campaign',
        description: 'Only messages already in flight are still sent. The hold stays in place.',
        params,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id } }) => pauseByVendor(deps, vendor, id),
  )
  app.post(
    '/campaigns/:id/resume',
    {
      ...change,
      schema: {
        tags,
        summary: 'Resume a paused campaign',
        description:
          'The reason for the pause must be resolved; otherwise the request fails with the same error as a launch. After ' +
          'CATEGORY_CHANGED the remaining messages are repriced and the hold is adjusted. With `excludeCountries`, which adds ' +
          'to those excluded before, queued messages to these countries are cancelled and their hold is released. A campaign ' +
          'that was paused before its `scheduledAt` becomes SCHEDULED again.',
        params,
        body: Exclusion.nullish(),
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id }, body }) => resumeByVendor(deps, vendor, id, body ?? {}),
  )
  app.post(
    '/campaigns/:id/cancel',
    {
      ...change,
      schema: {
        tags,
        summary: 'Cancel a campaign',
        description:
          'Messages that have not been sent are discarded, and their hold is released immediately. This cannot be undone.',
        params,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id } }) => cancelCampaign(deps, vendor, id),
  )
}

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/campaigns',
    {
      config,
      schema: {
        tags,
        summary: 'List campaigns, newest first or oldest first',
        querystring: CampaignsQuery,
        response: { 200: listOf(CampaignSummary) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'campaigns', vendorId)
      const page = pager.pageOf(query)
      const filter = { status: query.status, ...createdFilter(query) }
      const { campaigns, total } = await listCampaigns(deps.db, vendorId, filter, page)
      return pager.answer(page, campaigns, total, ({ id }) => id)
    },
  )
  app.get(
    '/campaigns/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a campaign with its progress and cost',
        description:
          'With `include` the timeline and the receipt come from the same snapshot, so that all figures agree.',
        params,
        querystring: CampaignQuery,
        response: { 200: CampaignDetailsView },
      },
    },
    ({ vendor, params: { id }, query }) => readCampaignDetails(deps, vendor.vendorId, id, query.include),
  )
  app.get(
    '/campaigns/:id/messages',
    {
      config: { ...config, resource: 'messages' },
      schema: {
        tags,
        summary: 'List the messages of a campaign',
        description: 'The order is stable while statuses change, so paging with `nextCursor` skips nobody.',
        params,
        querystring: MessagesQuery,
        response: { 200: listOf(MessageView) },
      },
    },
    async ({ vendor: { vendorId }, params: { id }, query }) => {
      await getCampaign(deps.db, vendorId, id)
      const pager = createPager(deps.signer, `campaigns/${id}/messages`, vendorId)
      const page = pager.pageOf(query)
      const { status, errorCode, read } = query
      const isRead = read === undefined ? undefined : read === 'true'
      const { messages, total } = await listMessages(deps, deps.db, vendorId, id, { status, errorCode, isRead }, page)
      const rows = query.contacts === 'true' ? await withContacts(deps, vendorId, messages) : messages
      return pager.answer(page, rows, total, (message) => message.id)
    },
  )
  app.get(
    '/campaigns/:id/timeline',
    {
      config,
      schema: {
        tags,
        summary: 'Get the delivery timeline of a campaign',
        description: 'From the launch to the last status update, in a few dozen intervals of equal length.',
        params,
        response: { 200: TimelineView },
      },
    },
    ({ vendor, params: { id } }) => campaignTimeline(deps.db, vendor.vendorId, id),
  )
}

function fileRoutes(app: App, deps: Deps) {
  app.get(
    '/campaigns/:id/report',
    {
      config: { ...config, resource: 'messages' },
      schema: {
        tags,
        summary: 'Export the recipients of a campaign',
        description:
          'CSV with number and name, status and timestamps, error code and reason. Contacts that have been ' +
          "deleted have no number and no name. Cells that a spreadsheet would run as a formula are prefixed with `'`.",
        params,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async ({ vendor, params: { id } }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="campaign-${id}.csv"`)
        .send(Readable.from(await campaignReport(deps, vendor, id)) as never),
  )
  app.get(
    '/campaigns/:id/receipt',
    {
      config,
      schema: {
        tags,
        summary: 'Get the cost of a campaign',
        description: 'By country: provider cost and platform fee, which add up to the amount charged.',
        params,
        response: { 200: ReceiptView },
      },
    },
    ({ vendor, params: { id } }) => campaignReceipt(deps.db, vendor.vendorId, id),
  )
}
