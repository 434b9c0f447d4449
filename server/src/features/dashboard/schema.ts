import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../../domain/messaging/campaign.ts'
import { DayOrInstant } from '../../platform/http/day-or-instant.ts'
import { CampaignView } from '../campaigns/reports/views.ts'

const Day = DayOrInstant.optional()
export const DashboardQuery = z.strictObject({
  from: Day.meta({
    description: 'The first day, in your time zone, or a time on it; defaults to 29 days before `to`',
    example: '2026-11-01',
  }),
  to: Day.meta({ description: 'The last day, or a time on it; defaults to today', example: '2026-11-30' }),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

const FIGURES = {
  messages: z.int().meta({ description: 'Sent, or failed before sending' }),
  accepted: z.int().meta({ description: 'Accepted by the provider' }),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  spentMinorUnit: z.int().meta({ description: 'Amount charged for them, without campaign fees' }),
}

export const DashboardView = z
  .object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    currency: z.string(),
    totals: z.object(FIGURES),
    daily: z
      .array(z.object({ day: z.string(), ...FIGURES }))
      .meta({ description: 'Each message counts on the day it was sent, with its current status' }),
    countries: z.array(z.object({ countryCode: z.string(), ...FIGURES })).meta({ description: 'Most messages first' }),
    spendByDayAndCountry: z.array(z.object({ day: z.string(), countryCode: z.string(), spentMinorUnit: z.int() })),
    campaigns: z.record(z.enum(CAMPAIGN_STATUSES), z.int()).meta({ description: 'Current number' }),
    wallet: z
      .object({
        balanceMinorUnit: z.int().meta({ description: 'Available for new campaigns and messages' }),
        reservedMinorUnit: z.int().meta({ description: 'On hold for running campaigns' }),
        runway: z
          .object({
            dailyMinorUnit: z.int().meta({ description: 'Average spend per day of the last 14 days', example: 41_600 }),
            days: z.int().meta({ description: 'Whole days that the balance lasts at this pace', example: 12 }),
          })
          .nullable()
          .meta({ description: 'null: nothing was spent, or the period does not contain the last 14 days' }),
      })
      .meta({ description: 'Read together with the figures' }),
    recentCampaigns: z.array(CampaignView).meta({ description: 'The newest campaigns of any status, newest first' }),
    running: z.array(CampaignView).meta({ description: 'The newest running campaigns' }),
    recentImports: z.array(
      z.object({
        jobId: z.string(),
        fileName: z.string(),
        status: z.string(),
        createdAt: z.string(),
        endedAt: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'VendorDashboard' })
export type DashboardView = z.output<typeof DashboardView>
