import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Writes the messages of a launched campaign. Each attempt continues where the previous one ended. */
export const expandCampaign = defineJob('campaigns.expand', z.object({ campaignId: z.string() }), {
  lane: 'campaigns',
  attempts: 8,
})
