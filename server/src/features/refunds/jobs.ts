import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Asks the gateway for every unsettled refund of a request. Safe to repeat: each has its own idempotency key. */
export const processRefund = defineJob('refunds.process', z.object({ requestId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})
