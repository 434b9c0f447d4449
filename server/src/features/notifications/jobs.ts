import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

export const mailNotification = defineJob('notifications.mail', z.object({ notificationId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
