import { deferralMinutes } from '../../domain/deferral.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { OUTBOX_RUNNING_SECONDS } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Background } from '../../platform/config/role.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Lane, RunnableJob } from '../../platform/jobs.ts'
import { safeError } from '../../platform/log.ts'
import { inSpan } from '../../platform/tracing.ts'
import { type DeadJob, PermanentFailure, RetryLater, type RunningJob, type WorkOptions } from '../../ports/queue.ts'
import { insertJobDeadLetter } from './dead-letters.sql.ts'
import * as sql from './sql.ts'

/** A process must stop within ten seconds; the queue needs part of them to return unfinished jobs. */
const STOP_GRACE_MS = 3_500
const UNKNOWN_JOB_WAIT_MS = 5_000

/**
 * Runs the jobs of one lane. The outbox row of a job is deleted when the job is done or has become a dead letter. A job
 * that fails all its quick attempts is deferred through its row, by minutes and then hours, so that no mail is lost
 * when a mail server is down.
 */
export function jobWorker(
  lane: Lane,
  jobs: readonly RunnableJob[],
  options: Pick<WorkOptions, 'concurrency' | 'lostWorkersMax'>,
): Background {
  const byName = new Map(jobs.filter((job) => job.definition.lane === lane).map((job) => [job.definition.name, job]))
  return async (deps) => {
    countFromZero(deps, byName.keys())
    const worker = await deps.queue.work(lane, {
      ...options,
      handle: (job) => runJob(deps, byName, job),
      onDead: (job) => deferOrDeadLetter(deps, byName.get(job.name), job),
    })
    return { stop: () => worker.stop(STOP_GRACE_MS) }
  }
}

/** A counter that appears with its first job has risen from nothing, which an alert on the increase does not see. */
function countFromZero({ metrics }: Pick<Deps, 'metrics'>, names: Iterable<string>) {
  for (const job of names)
    for (const outcome of ['done', 'failed', 'deferred', 'dead']) metrics.jobs.inc({ job, outcome }, 0)
}

async function runJob(deps: Deps, byName: Map<string, RunnableJob>, job: RunningJob) {
  const found = byName.get(job.name)
  // Added by a newer version during an upgrade: a worker of that version runs it.
  if (!found) throw new RetryLater(UNKNOWN_JOB_WAIT_MS)
  const { vendorId, ...rest } = job.payload as { vendorId: VendorId }
  if (job.waitedMs !== undefined) deps.metrics.jobWaitSeconds.observe({ job: job.name }, job.waitedMs / 1_000)
  const measure = deps.metrics.jobSeconds.startTimer({ job: job.name })
  deps.metrics.jobsRunning.inc({ job: job.name })
  const stopKeeping = keepLease(deps, vendorId, job.id)
  try {
    await deps.blindIndex.refresh(deps.db)
    const attributes = { 'harkara.vendor.id': vendorId, 'harkara.job.id': job.id, 'harkara.job.attempt': job.attempt }
    await inSpan(deps.tracer, `job ${job.name}`, { kind: 'consumer', parent: job.traceparent, attributes }, async () =>
      found.run(deps, vendorId, readPayload(found, rest)),
    )
  } catch (err) {
    if (err instanceof RetryLater) throw err // not a failure
    deps.metrics.jobs.inc({ job: job.name, outcome: 'failed' })
    deps.log.warn({ event: 'job.failed', job: job.name, jobId: job.id, attempt: job.attempt, err })
    const error = withoutPersonalData(err)
    if (!(error instanceof PermanentFailure)) throw error
    return moveToDeadLetters(deps, found, { ...job, reason: error.message })
  } finally {
    measure()
    deps.metrics.jobsRunning.dec({ job: job.name })
    await stopKeeping()
  }
  await sql.deleteEvent(deps.db, vendorId, job.id)
  deps.metrics.jobs.inc({ job: job.name, outcome: 'done' })
}

const LONG_RUN_MS = 1_000
const RENEW_MS = 10_000

/**
 * While a job runs, its row is leased beyond what a relay leases: it does not wait, and is not published again. Most
 * jobs end before the first write. If it cannot be written, the row only counts as waiting.
 */
function keepLease({ db }: Pick<Deps, 'db'>, vendorId: VendorId, id: string): () => Promise<unknown> {
  let renewing: Promise<unknown> = Promise.resolve()
  const renew = () => {
    renewing = inTransaction(db, (tx) => sql.extendLease(tx, vendorId, id, OUTBOX_RUNNING_SECONDS)).catch(() => {})
    timer = setTimeout(renew, RENEW_MS).unref()
  }
  let timer = setTimeout(renew, LONG_RUN_MS).unref()
  return () => {
    clearTimeout(timer)
    return renewing
  }
}

function readPayload({ definition }: RunnableJob, payload: unknown) {
  const parsed = definition.payload.safeParse(payload)
  if (!parsed.success) throw new PermanentFailure('the payload is invalid')
  return parsed.data
}

/** The message may become the reason of a dead letter, and messages of other systems may contain personal data. */
function withoutPersonalData(err: unknown): unknown {
  const { type, code, message } = safeError(err)
  return message === undefined ? new Error([type, code].filter(Boolean).join(' ')) : err
}

async function deferOrDeadLetter(deps: Deps, found: RunnableJob | undefined, job: DeadJob) {
  const now = deps.clock.now()
  const { vendorId } = job.payload as { vendorId: VendorId }
  const dueAfter = (n: number) => new Date(now.getTime() + deferralMinutes(n) * MINUTE_MS)
  const deferrals = found?.definition.deferrals ?? 0
  if (!(await inTransaction(deps.db, (tx) => sql.deferEvent(tx, vendorId, job.id, deferrals, dueAfter))))
    return moveToDeadLetters(deps, found, job)
  logEnd(deps, job, 'deferred')
}

/** Calls `givenUp` before the dead letter is written: a crash in between only calls it twice. */
async function moveToDeadLetters(deps: Deps, found: RunnableJob | undefined, job: DeadJob) {
  const { vendorId, ...payload } = job.payload as { vendorId: VendorId }
  const read = found?.definition.payload.safeParse(payload)
  if (read?.success) await found?.givenUp?.(deps, vendorId, read.data)
  await inTransaction(deps.db, (tx) => deadLetterWithin(tx, job, deps.clock.now()))
  logEnd(deps, job, 'dead')
}

function logEnd(deps: Deps, job: DeadJob, end: 'deferred' | 'dead') {
  deps.metrics.jobs.inc({ job: job.name, outcome: end })
  deps.log.error({ event: `job.${end}`, job: job.name, jobId: job.id, attempts: job.attempt })
}

async function deadLetterWithin(tx: Tx, job: DeadJob, now: Date) {
  const { vendorId, ...payload } = job.payload as { vendorId: VendorId }
  const letter = { id: job.id, name: job.name, payload, reason: job.reason, attempts: job.attempt, now }
  await insertJobDeadLetter(tx, vendorId, letter)
  await sql.deleteEvent(tx, vendorId, job.id)
}
