import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

export const mailOperatorInvitation = defineJob('operators.mail-invitation', z.object({ invitationId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
