import { OUTBOX_LEASE_SECONDS } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Background } from '../../platform/config/role.ts'
import type { Deps } from '../../platform/deps.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { outboxWakeups } from './add.ts'
import * as crossVendor from './cross-vendor.sql.ts'

const PAUSE_MS_MIN = 20
/**
 * A row stays until its job has run. A row that is still there when its lease ends is published again. The queue
 * ignores jobs that it still has; a lost job (relay killed between lease and publish, Redis data lost) is restored.
 */
const LEASE_SECONDS = OUTBOX_LEASE_SECONDS

/**
 * Moves committed outbox rows into the queue. After a round through all vendors it pauses, longer while nothing is due.
 * A job that is added in this process ends the pause.
 */
export function outboxRelay(jobs: readonly JobDefinition[]): Background {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  return async (deps) => {
    let afterVendor: VendorId | undefined
    let found = false
    let pauseMs = PAUSE_MS_MIN
    const relay = repeat(deps.log, 'outbox.relay', async () => {
      const { published, continueAfter } = await publishDue(deps, byName, afterVendor)
      afterVendor = continueAfter
      found ||= published > 0
      if (continueAfter !== undefined) return 0
      pauseMs = found ? PAUSE_MS_MIN : Math.min(deps.config.IDLE_POLL_MS, pauseMs * 2)
      found = false
      return pauseMs
    })
    return outboxWakeups.register(relay)
  }
}

/** One poll: leases due rows and adds their jobs to the queue. Continues after a vendor until the round is complete. */
export async function publishDue(
  deps: Deps,
  byName: ReadonlyMap<string, JobDefinition>,
  afterVendor: VendorId | undefined,
) {
  const { rows, continueAfter } = await crossVendor.leaseDue(deps.db, deps.clock.now(), afterVendor, LEASE_SECONDS)
  await publish(deps, byName, rows)
  return { published: rows.length, continueAfter }
}

async function publish(deps: Deps, byName: ReadonlyMap<string, JobDefinition>, rows: crossVendor.OutboxRow[]) {
  const lanes = new Map<string, { job: JobDefinition; row: crossVendor.OutboxRow }[]>()
  for (const row of rows) {
    const job = byName.get(row.jobName)
    // Written by a newer version, whose relay publishes it.
    if (!job) deps.log.warn({ event: 'outbox.unknown_job', job: row.jobName, outboxId: row.id })
    else lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), { job, row }])
  }
  for (const [lane, entries] of lanes) {
    const spans = entries.map(({ row }) => startSpan(deps, row))
    await deps.queue.add(
      lane,
      entries.map(({ job, row }, n) => ({
        id: row.id,
        name: job.name,
        payload: { vendorId: row.vendorId, ...row.payload },
        attempts: job.attempts,
        backoffMs: job.backoffMs,
        priority: job.priority,
        traceparent: spans[n]?.context ?? row.traceparent ?? undefined,
      })),
    )
    for (const span of spans) span?.end()
    deps.metrics.outboxPublished.inc(entries.length)
  }
}

const startSpan = ({ tracer }: Pick<Deps, 'tracer'>, { vendorId, jobName, traceparent }: crossVendor.OutboxRow) =>
  tracer.isOn && traceparent !== null
    ? tracer.start(`outbox ${jobName}`, {
        kind: 'producer',
        parent: traceparent,
        attributes: { 'harkara.vendor.id': vendorId },
      })
    : undefined
