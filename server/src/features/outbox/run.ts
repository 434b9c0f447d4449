import { deferralMinutes } from '../../domain/deferral.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Lane, RunnableJob } from '../../platform/jobs.ts'
import { safeError } from '../../platform/log.ts'
import type { Background } from '../../platform/role.ts'
import { type DeadJob, PermanentFailure, RetryLater, type RunningJob, type WorkOptions } from '../../ports/queue.ts'
import * as sql from './sql.ts'

/** With what the queue needs to hand jobs back, this leaves the rest of a stop its share of ten seconds. */
const STOP_GRACE_MS = 3_500
const UNKNOWN_JOB_WAIT_MS = 5_000

/**
 * Works off one lane of the queue. A job's outbox row goes when the job is done, or when it has become a dead letter.
 * A job that fails all its quick tries is put off by its row, minutes and then hours, so that an outage of a mail server
 * costs no mail.
 */
export function jobWorker(
  lane: Lane,
  jobs: readonly RunnableJob[],
  options: Pick<WorkOptions, 'concurrency' | 'lostWorkersMax'>,
): Background {
  const byName = new Map(jobs.filter((job) => job.definition.lane === lane).map((job) => [job.definition.name, job]))
  return async (deps) => {
    const worker = await deps.queue.work(lane, {
      ...options,
      handle: (job) => runJob(deps, byName, job),
      onDead: (job) => deferOrBury(deps, byName.get(job.name), job),
    })
    return { stop: () => worker.stop(STOP_GRACE_MS) }
  }
}

async function runJob(deps: Deps, byName: Map<string, RunnableJob>, job: RunningJob) {
  const found = byName.get(job.name)
  // Asked for by newer code, while an upgrade is under way: a worker of that version will take it.
  if (!found) throw new RetryLater(UNKNOWN_JOB_WAIT_MS)
  const { vendorId, ...rest } = job.payload as { vendorId: VendorId }
  try {
    await found.run(deps, vendorId, readPayload(found, rest))
  } catch (err) {
    if (err instanceof RetryLater) throw err // to go on later is not to fail
    deps.metrics.jobs.inc({ job: job.name, outcome: 'failed' })
    deps.log.warn({ event: 'job.failed', job: job.name, jobId: job.id, attempt: job.attempt, err })
    const told = quotingNobody(err)
    if (!(told instanceof PermanentFailure)) throw told
    return bury(deps, found, { ...job, reason: told.message })
  }
  await sql.deleteEvent(deps.db, vendorId, job.id)
  deps.metrics.jobs.inc({ job: job.name, outcome: 'done' })
}

function readPayload({ definition }: RunnableJob, payload: unknown) {
  const parsed = definition.payload.safeParse(payload)
  if (!parsed.success) throw new PermanentFailure('the payload is invalid')
  return parsed.data
}

/** The message may end up as the reason of a dead letter, and one from outside may quote a person's data. */
function quotingNobody(err: unknown): unknown {
  const { type, code, message } = safeError(err)
  return message === undefined ? new Error([type, code].filter(Boolean).join(' ')) : err
}

async function deferOrBury(deps: Deps, found: RunnableJob | undefined, job: DeadJob) {
  const now = deps.clock.now()
  const { vendorId } = job.payload as { vendorId: VendorId }
  const dueAfter = (n: number) => new Date(now.getTime() + deferralMinutes(n) * 60_000)
  const deferrals = found?.definition.deferrals ?? 0
  if (!(await inTransaction(deps.db, (tx) => sql.deferEvent(tx, vendorId, job.id, deferrals, dueAfter))))
    return bury(deps, found, job)
  note(deps, job, 'deferred')
}

/** What asked for the job learns of it first: a crash in between only tells it twice. */
async function bury(deps: Deps, found: RunnableJob | undefined, job: DeadJob) {
  const { vendorId, ...payload } = job.payload as { vendorId: VendorId }
  const read = found?.definition.payload.safeParse(payload)
  if (read?.success) await found?.givenUp?.(deps, vendorId, read.data)
  await inTransaction(deps.db, (tx) => deadLetterWithin(tx, job, deps.clock.now()))
  note(deps, job, 'dead')
}

function note(deps: Deps, job: DeadJob, end: 'deferred' | 'dead') {
  deps.metrics.jobs.inc({ job: job.name, outcome: end })
  deps.log.error({ event: `job.${end}`, job: job.name, jobId: job.id, attempts: job.attempt })
}

async function deadLetterWithin(tx: Tx, job: DeadJob, now: Date) {
  const { vendorId, ...payload } = job.payload as { vendorId: VendorId }
  const letter = { id: job.id, name: job.name, payload, reason: job.reason, attempts: job.attempt, now }
  await sql.insertDeadLetter(tx, vendorId, letter)
  await sql.deleteEvent(tx, vendorId, job.id)
}
