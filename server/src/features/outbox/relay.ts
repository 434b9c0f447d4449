import type { VendorId } from '../../domain/ids.ts'
import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Deps } from '../../platform/deps.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import type { Background } from '../../platform/role.ts'
import * as sql from './sql.ts'
import { wokenByCommits } from './wake.ts'

const PAUSE_MS_MIN = 20
/**
 * A row stays until its job has run. When its lease ends and it is still there it is published once more: the queue
 * ignores a job it still has, and one it lost (killed between lease and publish, a Redis that forgot) comes back.
 */
const LEASE_SECONDS = 20

/**
 * Moves committed outbox rows into the queue. When all vendors had their turn it rests, longer while nothing is due, and
 * until somebody in this process promises something.
 */
export function outboxRelay(jobs: readonly JobDefinition[]): Background {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  return async (deps) => {
    let afterVendor: VendorId | undefined
    let found = false
    let pauseMs = PAUSE_MS_MIN
    const relay = repeat(deps.log, 'outbox.relay', async () => {
      const { rows, goOnAfter } = await sql.leaseDue(deps.db, deps.clock.now(), afterVendor, LEASE_SECONDS)
      await publish(deps, byName, rows)
      afterVendor = goOnAfter
      found ||= rows.length > 0
      if (goOnAfter !== undefined) return 0
      pauseMs = found ? PAUSE_MS_MIN : Math.min(deps.config.IDLE_POLL_MS, pauseMs * 2)
      found = false
      return pauseMs
    })
    return wokenByCommits(relay)
  }
}

async function publish(deps: Deps, byName: Map<string, JobDefinition>, rows: sql.OutboxRow[]) {
  const lanes = new Map<string, { job: JobDefinition; row: sql.OutboxRow }[]>()
  for (const row of rows) {
    const job = byName.get(row.jobName)
    // Written by newer code: a relay of that version publishes it.
    if (!job) deps.log.warn({ event: 'outbox.unknown_job', job: row.jobName, outboxId: row.id })
    else lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), { job, row }])
  }
  for (const [lane, entries] of lanes) {
    await deps.queue.add(
      lane,
      entries.map(({ job, row }) => ({
        id: row.id,
        name: job.name,
        payload: { vendorId: row.vendorId, ...row.payload },
        attempts: job.attempts,
        backoffMs: job.backoffMs,
        priority: job.priority,
      })),
    )
    deps.metrics.outboxPublished.inc(entries.length)
  }
}
