import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import * as sql from './sql.ts'
import { wakeRelaysAfter } from './wake.ts'

/**
 * Promises work as part of a transaction: it happens if and only if the transaction commits. `dueAt` may lie far ahead;
 * it is the product's clock that decides.
 */
export async function addToOutbox<Payload>(
  tx: Tx,
  vendorId: VendorId,
  job: JobDefinition<Payload>,
  payload: Payload,
  now: Date,
  dueAt = now,
) {
  const event = { id: newId<'outbox'>(), jobName: job.name, payload: job.payload.parse(payload), dueAt, createdAt: now }
  await sql.insertEvents(tx, vendorId, [event])
  if (dueAt <= now) wakeRelaysAfter(tx)
}

/** Takes back what was promised with these ids in its payload. A job that is in the queue already may still run. */
export const withdrawFromOutbox = (tx: Tx, vendorId: VendorId, ids: Record<string, string>) =>
  sql.deleteEvents(tx, vendorId, ids)
