import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Writes the messages of a launched campaign. What it has written stays, so each try goes on where the last one ended. */
export const expandCampaign = defineJob('campaigns.expand', z.object({ campaignId: z.string() }), {
  lane: 'campaigns',
  attempts: 8,
})
