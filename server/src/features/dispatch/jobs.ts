import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Somebody has to look after the account. */
export const mailProviderStopped = defineJob(
  'dispatch.mail-provider-stopped',
  z.object({ code: z.int(), stoppedAt: z.string() }),
  { deferrals: 10 },
)
