import type { CampaignStatus } from '../../../domain/messaging/campaign.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { presentSkipped } from '../../quotations/present.ts'
import type { LaunchView } from './launch-schema.ts'
import type { CheckedLaunch } from './launch-within.ts'

export const presentLaunch = (
  campaignId: string,
  status: CampaignStatus,
  { target: { audience, excludeCountries }, price }: CheckedLaunch,
): LaunchView => ({
  campaignId,
  status,
  recipients: audience.recipients,
  ...presentSkipped({ skipped: audience.skipped, excludeCountries }),
  estimatedCostMinorUnit: toJsonInteger(price.totalMinorUnit),
  currency: price.rate.currency,
})
