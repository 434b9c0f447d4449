import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Mails the operators when an error of the messaging account has stopped all sending. */
export const mailProviderStopped = defineJob(
  'dispatch.mail-provider-stopped',
  z.object({ code: z.int(), stoppedAt: z.string() }),
  { deferrals: 10 },
)
