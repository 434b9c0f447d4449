import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

const options = { deferrals: MAIL_DEFERRALS }

/** Mails the billing address; where there is none, enqueues a mail for each administrator. */
export const mailNotification = defineJob('notifications.mail', z.object({ notificationId: z.uuid() }), options)

/** One job per mail, so that a rejected address neither blocks the other mails nor repeats them. */
export const mailAdministrator = defineJob(
  'notifications.mail-administrator',
  z.object({ notificationId: z.uuid(), accountId: z.uuid() }),
  options,
)
