import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** The row of small stages that a file goes through. Each may run twice, and be killed at any point. */
const OfJob = z.object({ jobId: z.string() })
const OfRunner = z.object({ jobId: z.string(), runner: z.int() })

/** A store or database that is away for some minutes must not end an import: it is put off twice before it fails. */
const STAGE = { lane: 'imports', deferrals: 2 } as const

/** An unreachable scanner is asked again for some ten minutes before the import fails. */
export const scanFile = defineJob('imports.scan-file', OfJob, { lane: 'imports', attempts: 9, backoffMs: 2_000 })
export const readFile = defineJob('imports.read-file', OfJob, STAGE)
export const processChunks = defineJob('imports.process-chunks', OfRunner, STAGE)
export const resolveRows = defineJob('imports.resolve-rows', OfJob, STAGE)
export const stageAgain = defineJob('imports.stage-again', OfJob, STAGE)
export const beginPersisting = defineJob('imports.begin-persisting', OfJob, STAGE)
export const persistChunks = defineJob('imports.persist-chunks', OfRunner, STAGE)
/** Nobody can ask for it twice, so an outage must not end it. */
export const undoChanges = defineJob('imports.undo-changes', OfJob, { lane: 'imports', deferrals: 5 })
