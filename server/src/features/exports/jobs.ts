import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Writes the ZIP file of an export. It starts from the beginning when it runs again. */
export const makeExport = defineJob('exports.make', z.object({ exportId: z.string() }), { deferrals: 2 })
