import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/** The stages that a file passes through. Each handler is idempotent and may be killed at any point. */
const JobPayload = z.object({ jobId: z.string() })
/** Work on one mapping of the import, which ends when another replaces it. Jobs of older versions lack the number. */
const RevisionPayload = JobPayload.extend({ revision: z.int().default(1) })
const RunnerPayload = RevisionPayload.extend({ runner: z.int() })

/** A store or database outage of some minutes must not end an import: the job is deferred twice before it fails. */
const STAGE = { lane: 'imports', deferrals: 2 } as const

/** An unreachable scanner is retried for about ten minutes before the import fails. */
export const scanFile = defineJob('imports.scan-file', JobPayload, { lane: 'imports', attempts: 9, backoffMs: 2_000 })
export const readFile = defineJob('imports.read-file', RevisionPayload, STAGE)
/** Discards what the earlier mapping gave before the rows are processed with the new one. */
export const processAgain = defineJob('imports.process-again', RevisionPayload, STAGE)
export const processChunks = defineJob('imports.process-chunks', RunnerPayload, STAGE)
export const resolveRows = defineJob('imports.resolve-rows', RevisionPayload, STAGE)
export const stageAgain = defineJob('imports.stage-again', JobPayload, STAGE)
export const beginPersisting = defineJob('imports.begin-persisting', JobPayload, STAGE)
export const persistChunks = defineJob('imports.persist-chunks', RunnerPayload, STAGE)
/** Outside the lane of imports, which nobody should wait in for this. */
export const inspectNumbers = defineJob('imports.inspect-numbers', JobPayload)
export const mailFlaggedImport = defineJob('imports.mail-flagged', JobPayload, { deferrals: MAIL_DEFERRALS })
/** An undo cannot be requested twice, so an outage must not end it. */
export const undoChanges = defineJob('imports.undo-changes', JobPayload, { lane: 'imports', deferrals: 5 })
