import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const Payload = z.object({ templateId: z.string() })

/** For what the request that made the template did not live to do. An outage of the provider may last. */
export const submitTemplate = defineJob('templates.submit', Payload, { deferrals: 8 })

/** For a rejected one that was written anew. */
export const resubmitTemplate = defineJob('templates.resubmit', Payload, { deferrals: 8 })

export const deleteAtProvider = defineJob('templates.delete', Payload, { deferrals: 8 })
