import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

const options = { deferrals: MAIL_DEFERRALS }

/** To the billing address; where there is none, a mail for each administrator is asked for. */
export const mailNotification = defineJob('notifications.mail', z.object({ notificationId: z.uuid() }), options)

/** One mail a job, so that an address that is refused costs the others nothing and nobody a second mail. */
export const mailAdministrator = defineJob(
  'notifications.mail-administrator',
  z.object({ notificationId: z.uuid(), accountId: z.uuid() }),
  options,
)
