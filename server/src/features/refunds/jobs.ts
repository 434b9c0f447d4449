import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Asks the gateway for every refund of a request that has no end yet. Safe to repeat: each has its own key. */
export const processRefund = defineJob('refunds.process', z.object({ requestId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
