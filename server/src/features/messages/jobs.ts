import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** The provider says that these people want no more of this: nobody writes to them any more. */
export const optOutOfMessages = defineJob('messages.opt-out', z.object({ messageIds: z.array(z.uuid()).min(1) }))
