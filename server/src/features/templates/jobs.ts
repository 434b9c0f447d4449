import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const Payload = z.object({ templateId: z.string() })

/** Submits a template when the request that created it did not. Deferred for long outages of the provider. */
export const submitTemplate = defineJob('templates.submit', Payload, { deferrals: 8 })

/** Submits a rejected template that was edited. */
export const resubmitTemplate = defineJob('templates.resubmit', Payload, { deferrals: 8 })

export const deleteAtProvider = defineJob('templates.delete', Payload, { deferrals: 8 })
