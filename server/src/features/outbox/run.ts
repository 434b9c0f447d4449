import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Lane, RunnableJob } from '../../platform/jobs.ts'
import { safeError } from '../../platform/log.ts'
import type { Background } from '../../platform/role.ts'
import { type DeadJob, GiveUp, type RunningJob } from '../../ports/queue.ts'
import * as sql from './sql.ts'

const STOP_GRACE_MS = 6_000

/** Works off one lane of the queue. A job's outbox row goes when the job is done, or when it has become a dead letter. */
export function jobWorker(lane: Lane, jobs: readonly RunnableJob[], concurrency: number): Background {
  const byName = new Map(jobs.filter((job) => job.definition.lane === lane).map((job) => [job.definition.name, job]))
  return async (deps) => {
    const worker = await deps.queue.work(lane, {
      concurrency,
      handle: (job) => runJob(deps, byName, job),
      onDead: (job) => buryJob(deps, job),
    })
    return { stop: () => worker.stop(STOP_GRACE_MS) }
  }
}

async function runJob(deps: Deps, byName: Map<string, RunnableJob>, job: RunningJob) {
  const found = byName.get(job.name)
  if (!found) throw new Error(`no handler for job ${job.name}`)
  const { vendorId, ...rest } = job.payload as { vendorId: VendorId }
  const payload = found.definition.payload.safeParse(rest)
  if (!payload.success) throw new GiveUp('the payload is not valid')
  try {
    await found.run(deps, vendorId, payload.data)
  } catch (err) {
    deps.metrics.jobs.inc({ job: job.name, outcome: 'failed' })
    deps.log.warn({ event: 'job.failed', job: job.name, jobId: job.id, attempt: job.attempt, err })
    throw quotingNobody(err)
  }
  await sql.deleteEvent(deps.db, vendorId, job.id)
  deps.metrics.jobs.inc({ job: job.name, outcome: 'done' })
}

/** The message may end up as the reason of a dead letter, and one from outside may quote a person's data. */
function quotingNobody(err: unknown) {
  const { type, code, message } = safeError(err)
  return message === undefined ? new Error([type, code].filter(Boolean).join(' ')) : err
}

async function buryJob(deps: Deps, job: DeadJob) {
  deps.metrics.jobs.inc({ job: job.name, outcome: 'dead' })
  deps.log.error({ event: 'job.dead', job: job.name, jobId: job.id, attempts: job.attempt })
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => buryIn(tx, job, now))
}

async function buryIn(tx: Tx, job: DeadJob, now: Date) {
  const { vendorId, ...payload } = job.payload as { vendorId: VendorId }
  const letter = { id: job.id, name: job.name, payload, reason: job.reason, attempts: job.attempt, now }
  await sql.insertDeadLetter(tx, vendorId, letter)
  await sql.deleteEvent(tx, vendorId, job.id)
}
