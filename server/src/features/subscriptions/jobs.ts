import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** What the gateway charges by itself is to fit the subscription again. */
export const followAtGateway = defineJob('subscriptions.follow-at-gateway', z.object({ subscriptionId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
