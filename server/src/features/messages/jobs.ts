import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Opts out the recipients of messages that the provider refused because the person does not want messages. */
export const optOutOfMessages = defineJob('messages.opt-out', z.object({ messageIds: z.array(z.uuid()).min(1) }))
