import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Adds one mail for each owner who has to know about the action. */
export const notifyOwners = defineJob('audit.tell-owners', z.object({ entryId: z.uuid() }))

export const mailOwner = defineJob('audit.mail-owner', z.object({ entryId: z.uuid(), accountId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
