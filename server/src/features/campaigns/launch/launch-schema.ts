import { z } from 'zod'
import { CAMPAIGN_NAME_CHARS_MAX } from '../../../domain/limits.ts'
import { CAMPAIGN_STATUSES } from '../../../domain/messaging/campaign.ts'
import { EXAMPLE, ExcludeCountries, Id, readVariables, SKIPPED_FIELDS, Variables } from '../../quotations/schema.ts'
import { singleLine } from '../../vendors/schema.ts'

const Name = singleLine(CAMPAIGN_NAME_CHARS_MAX).meta({ example: 'Diwali offers' })
const Instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .meta({ description: 'From 5 minutes to 90 days ahead', example: '2026-11-20T09:30:00+05:30' })

export const LaunchBody = z
  .strictObject({
    templateId: Id,
    contactListId: Id,
    name: Name.optional().meta({ description: 'Defaults to the name of the template' }),
    variables: Variables.transform(readVariables).optional(),
    excludeCountries: ExcludeCountries.optional(),
    quotationId: Id.optional().meta({ description: 'Its prices apply if it matches the launch and has not expired' }),
    scheduledAt: Instant.optional(),
  })
  .meta({ id: 'NewCampaign', example: { ...EXAMPLE, name: 'Diwali offers' } })
export type LaunchBody = z.output<typeof LaunchBody>

/** For a campaign whose other choices were made before. */
export const Exclusion = z
  .strictObject({ excludeCountries: ExcludeCountries.optional() })
  .meta({ id: 'CountryExclusion', example: { excludeCountries: ['ES'] } })
export type Exclusion = z.output<typeof Exclusion>

export const CampaignPatch = z
  .strictObject({
    name: Name.optional(),
    scheduledAt: Instant.optional(),
    variables: Variables.transform(readVariables).optional(),
    excludeCountries: ExcludeCountries.optional(),
  })
  .meta({ id: 'CampaignChange', example: { name: 'Diwali offers' } })
export type CampaignPatch = z.output<typeof CampaignPatch>

export const LaunchView = z
  .object({
    campaignId: z.string(),
    status: z.enum(CAMPAIGN_STATUSES),
    recipients: z.int().meta({ description: 'For a scheduled campaign, the current estimate' }),
    ...SKIPPED_FIELDS,
    estimatedCostMinorUnit: z
      .int()
      .meta({ description: 'Placed on hold in the wallet, unless the campaign is scheduled' }),
    currency: z.string(),
  })
  .meta({ id: 'LaunchedCampaign' })
export type LaunchView = z.output<typeof LaunchView>
