import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

export const mailInvitation = defineJob('team.mail-invitation', z.object({ invitationId: z.uuid() }))
