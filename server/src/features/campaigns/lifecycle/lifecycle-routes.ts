import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../../platform/http/pagination.ts'
import { listMessages } from '../../messages/campaign/campaign-messages.ts'
import { listCampaigns, readCampaign } from '../reports/read-campaign.ts'
import { campaignReceipt } from '../reports/receipt.ts'
import { campaignReport } from '../reports/report.ts'
import { campaignTimeline } from '../reports/timeline.ts'
import {
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
import { campaignOf } from './find-campaign.ts'
import { pauseByVendor } from './pause.ts'
import { resumeByVendor } from './resume.ts'

const config = { access: ANY_VENDOR_USER } as const
const tags = ['campaigns']
const params = IdParams

/** What becomes of campaigns once they are launched. */
export function campaignLifeRoutes(app: App, deps: Deps) {
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
        description: 'Only calls that are under way still go out. What is set aside for it stays so.',
        params,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id } }) => pauseByVendor(deps, vendor.vendorId, id),
  )
  app.post(
    '/campaigns/:id/resume',
    {
      ...change,
      schema: {
        tags,
        summary: 'Go on with a paused campaign',
        description:
          'The reason of the pause must be gone: otherwise it is told as the error of a launch would be. After ' +
          'CATEGORY_CHANGED the rest is priced anew, and the difference reserved or given back.',
        params,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id } }) => resumeByVendor(deps, vendor.vendorId, id),
  )
  app.post(
    '/campaigns/:id/cancel',
    {
      ...change,
      schema: {
        tags,
        summary: 'Cancel a campaign for good',
        description: 'What has not been sent never will be, and its money is back in the wallet at once.',
        params,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params: { id } }) => cancelCampaign(deps, vendor.vendorId, id),
  )
}

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/campaigns',
    {
      config,
      schema: {
        tags,
        summary: 'Campaigns, newest first',
        querystring: CampaignsQuery,
        response: { 200: listOf(CampaignSummary) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'campaigns', vendorId)
      const slice = pager.slice(query)
      const { campaigns, total } = await listCampaigns(deps.db, vendorId, { status: query.status }, slice)
      return pager.answer(slice, campaigns, total, ({ id }) => id)
    },
  )
  app.get(
    '/campaigns/:id',
    {
      config,
      schema: { tags, summary: 'One campaign, with its progress and cost', params, response: { 200: CampaignView } },
    },
    ({ vendor, params: { id } }) => readCampaign(deps, vendor.vendorId, id),
  )
  app.get(
    '/campaigns/:id/messages',
    {
      config,
      schema: {
        tags,
        summary: 'The messages of a campaign',
        description: 'In an order that stays the same while they change, so that `nextCursor` misses nobody.',
        params,
        querystring: MessagesQuery,
        response: { 200: listOf(MessageView) },
      },
    },
    async ({ vendor: { vendorId }, params: { id }, query }) => {
      await campaignOf(deps.db, vendorId, id)
      const pager = createPager(deps.signer, `campaigns/${id}/messages`, vendorId)
      const slice = pager.slice(query)
      const { status, errorCode } = query
      const { messages, total } = await listMessages(deps.db, vendorId, id, { status, errorCode }, slice)
      const rows = query.contacts === 'true' ? await withContacts(deps, vendorId, messages) : messages
      return pager.answer(slice, rows, total, (message) => message.id)
    },
  )
  app.get(
    '/campaigns/:id/timeline',
    {
      config,
      schema: {
        tags,
        summary: 'When the messages of a campaign left and arrived',
        description: 'From the launch to the last that was heard, in a few dozen steps of the same length.',
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
      config,
      schema: {
        tags,
        summary: 'Every recipient of a campaign as a file',
        description:
          'CSV: number and name, status with its times, error code and the reason in plain words. Whoever has been ' +
          "deleted from the address book has no number and no name. A cell that a spreadsheet would take for a formula has a `'` in front.",
        params,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async ({ vendor, params: { id } }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="campaign-${id}.csv"`)
        .send(Readable.from(await campaignReport(deps, vendor.vendorId, id)) as never),
  )
  app.get(
    '/campaigns/:id/receipt',
    {
      config,
      schema: {
        tags,
        summary: 'What a campaign has cost',
        description: 'By country: what the provider takes and the platform fee, which add up to what was charged.',
        params,
        response: { 200: ReceiptView },
      },
    },
    ({ vendor, params: { id } }) => campaignReceipt(deps.db, vendor.vendorId, id),
  )
}
