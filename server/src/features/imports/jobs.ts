import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** The row of small stages that a file goes through. Each may run twice, and be killed at any point. */
const OfJob = z.object({ jobId: z.string() })
const OfRunner = z.object({ jobId: z.string(), runner: z.int() })

/** An unreachable scanner is asked again for some ten minutes before the import fails. */
export const scanFile = defineJob('imports.scan-file', OfJob, { lane: 'imports', attempts: 9, backoffMs: 2_000 })
export const readFile = defineJob('imports.read-file', OfJob, { lane: 'imports' })
export const processChunks = defineJob('imports.process-chunks', OfRunner, { lane: 'imports', backoffMs: 250 })
export const resolveRows = defineJob('imports.resolve-rows', OfJob, { lane: 'imports' })
export const stageAgain = defineJob('imports.stage-again', OfJob, { lane: 'imports' })
export const beginPersisting = defineJob('imports.begin-persisting', OfJob, { lane: 'imports' })
export const persistChunks = defineJob('imports.persist-chunks', OfRunner, { lane: 'imports' })
/** Nobody can ask for it twice, so an outage must not end it. */
export const undoChanges = defineJob('imports.undo-changes', OfJob, { lane: 'imports', deferrals: 5 })
