import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Brings the gateway subscription in line with the current subscription. */
export const followAtGateway = defineJob('subscriptions.follow-at-gateway', z.object({ subscriptionId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
