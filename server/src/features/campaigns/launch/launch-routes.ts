import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { IdParams } from '../../../platform/http/pagination.ts'
import { CampaignView } from '../reports/views.ts'
import { scheduleCampaign, updateScheduled } from '../schedule/schedule.ts'
import { launchCampaign } from './launch.ts'
import { CampaignPatch, Exclusion, LaunchBody, LaunchView } from './launch-schema.ts'
import { retryFailed } from './retry-failed.ts'

export function launchRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'campaigns' } as const
  const tags = ['campaigns']

  app.post(
    '/campaigns/launch',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Launch or schedule a campaign',
        description:
          'Places a hold for the full cost on the wallet and then sends the messages. Refused with 402 ' +
          '`INSUFFICIENT_BALANCE` and the exact shortfall, 409 `CONVERSATION_CAP_REACHED`, 403 `SUBSCRIPTION_REQUIRED` or ' +
          '`SUBSCRIPTION_FROZEN`, 422 `TEMPLATE_NOT_APPROVED`, `LIST_EMPTY`, `VARIABLES_REQUIRED` or `PRICING_NOT_FOUND`. ' +
          'With `scheduledAt`, everything is checked now but no hold is placed: the campaign is launched at that time, with the ' +
          'audience and prices current then.',
        body: LaunchBody,
        response: { 200: LaunchView },
      },
    },
    ({ vendor, body, idempotency }) => {
      const { scheduledAt } = body
      return scheduledAt
        ? scheduleCampaign(deps, vendor, { ...body, scheduledAt }, idempotency)
        : launchCampaign(deps, vendor, body, idempotency)
    },
  )
  app.post(
    '/campaigns/:id/retry-failed',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Retry the failed recipients of a campaign',
        description:
          'Launches a new campaign to the recipients whose message failed for a temporary reason, at current prices and with all checks of a ' +
          'launch. 422 `NOBODY_TO_RETRY` if there are none. `excludeCountries` adds to those that the campaign excludes.',
        params: IdParams,
        body: Exclusion.nullish(),
        response: { 200: LaunchView },
      },
    },
    ({ vendor, params, body, idempotency }) => retryFailed(deps, vendor, params.id, body ?? {}, idempotency),
  )
  app.patch(
    '/campaigns/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update a scheduled campaign',
        description:
          'Also while it is paused before its launch. It does not start before a new time, and stays paused until it is ' +
          'resumed or, at that time, the reason for the pause is gone.',
        params: IdParams,
        body: CampaignPatch,
        response: { 200: CampaignView },
      },
    },
    ({ vendor, params, body }) => updateScheduled(deps, vendor.vendorId, params.id, body),
  )
}
