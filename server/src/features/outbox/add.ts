import type { VendorId } from '../../domain/ids.ts'
import { Wakeups } from '../../platform/concurrency/wakeups.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { currentTrace } from '../../platform/tracing.ts'
import * as sql from './sql.ts'

/** Wakes the outbox relays when a due job was added. */
export const outboxWakeups = new Wakeups()

/**
 * Enqueues a job as part of a transaction: it runs if and only if the transaction commits. `dueAt` may be far in the
 * future and is compared with the product's clock.
 */
export async function addToOutbox<Payload>(
  tx: Tx,
  vendorId: VendorId,
  job: JobDefinition<Payload>,
  payload: Payload,
  now: Date,
  dueAt = now,
) {
  const event = {
    id: newId<'outbox'>(),
    jobName: job.name,
    payload: job.payload.parse(payload),
    dueAt,
    createdAt: now,
    traceparent: currentTrace() ?? null,
  }
  await sql.insertEvents(tx, vendorId, [event])
  if (dueAt <= now) outboxWakeups.wakeAfterCommit(tx)
}

/** Removes outbox rows whose payload contains these ids. A job that is already in the queue may still run. */
export const withdrawFromOutbox = (tx: Tx, vendorId: VendorId, ids: Record<string, string>) =>
  sql.deleteEvents(tx, vendorId, ids)

/**
 * As `addToOutbox`, for a run in the future that replaces the one promised before. Runs that are due are left alone. The
 * caller holds a lock, so that two cannot promise at the same time.
 */
export async function promiseInOutbox<Payload extends Record<string, string>>(
  tx: Tx,
  vendorId: VendorId,
  job: JobDefinition<Payload>,
  payload: Payload,
  now: Date,
  dueAt: Date,
) {
  await sql.deleteEventsAfter(tx, vendorId, job.name, payload, now)
  await addToOutbox(tx, vendorId, job, payload, now, dueAt)
}
