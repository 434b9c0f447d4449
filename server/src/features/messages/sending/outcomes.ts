import type { VendorId } from '../../../domain/ids.ts'
import type { SendOutcomeDecision } from '../../../domain/messaging/sending/send-outcome.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseInFlight } from '../../wallet/in-flight.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { failMessages } from '../settlement/fail.ts'
import { settleParked } from '../settlement/settle-status-updates.ts'
import { releaseLeases } from './lease.sql.ts'
import { messageRelayWakeups } from './message-relay-wakeups.ts'
import * as sql from './outcomes.sql.ts'
import * as crossVendor from './sweep.cross-vendor.sql.ts'

type MessageOutcome = { id: string; isSingle: boolean } & SendOutcomeDecision

const EXPIRED_PER_BATCH_MAX = 500

/** Records the outcome of claimed messages. A status update that arrived first takes precedence. */
export async function recordOutcomes(
  deps: Deps,
  vendorId: VendorId,
  outcomes: readonly MessageOutcome[],
  now: Date,
): Promise<void> {
  const withStatus = <Status extends SendOutcomeDecision['status']>(status: Status) =>
    outcomes.filter((outcome): outcome is Extract<MessageOutcome, { status: Status }> => outcome.status === status)
  const [sent, unknown] = [withStatus('SENT'), withStatus('UNKNOWN')]
  const [failed, requeued] = [withStatus('FAILED'), withStatus('QUEUED')]
  if (sent.length > 0) await sql.setSent(deps.db, vendorId, sent, now)
  if (sent.length < outcomes.length)
    await inTransaction(deps.db, async (tx) => {
      if (failed.length > 0) await failMessages(tx, vendorId, failed, now)
      if (requeued.length > 0) {
        const rows = requeued.map((outcome) => toRequeued(outcome, now))
        await requeueWithin(
          tx,
          vendorId,
          rows,
          requeued.some(({ isSingle }) => isSingle),
        )
      }
      if (unknown.length > 0)
        await sql.setUnknown(
          tx,
          vendorId,
          unknown.map(({ id }) => id),
        )
    })
  if (sent.length > 0)
    await settleParked(
      deps,
      sent.map(({ wamid }) => wamid),
    )
}

const toRequeued = (
  { id, retryCount, waitSeconds, errorCode }: Extract<MessageOutcome, { status: 'QUEUED' }>,
  now: Date,
) => ({
  id,
  retryCount,
  errorCode,
  dueAt: new Date(now.getTime() + Math.round(waitSeconds * 1_000)),
})

/** Messages outside campaigns hold money only while they are in flight, so requeueing ends the hold. */
async function requeueWithin(
  tx: Tx,
  vendorId: VendorId,
  messages: readonly sql.RequeuedMessage[],
  hasSingles: boolean,
) {
  if (hasSingles) await lockWallet(tx, vendorId)
  const held = await sql.requeueMessages(tx, vendorId, messages)
  messageRelayWakeups.wakeAfterCommit(tx)
  if (held > 0n) await releaseInFlight(tx, vendorId, held)
}

/** Undoes the claim of messages for which the provider was not called. */
export const releaseClaims = (
  deps: Pick<Deps, 'db'>,
  vendorId: VendorId,
  messages: readonly { id: string; campaignId: string | null; retryCount: number; dueAt: Date }[],
) => {
  const requeued = messages.map(({ id, retryCount, dueAt }) => ({ id, retryCount, dueAt, errorCode: null }))
  const hasSingles = messages.some(({ campaignId }) => campaignId === null)
  return inTransaction(deps.db, async (tx) => {
    await requeueWithin(tx, vendorId, requeued, hasSingles)
    // They keep their age, and the relay place of their campaign is already past them.
    await releaseLeases(
      tx,
      vendorId,
      requeued.map(({ id }) => id),
    )
  })
}

/** Sets messages to UNKNOWN when their worker did not finish in time. A status update may still tell their outcome. */
export async function expireSending(deps: Pick<Deps, 'db' | 'log' | 'metrics'>) {
  for (;;) {
    const expired = await inTransaction(deps.db, (tx) => crossVendor.expireSending(tx, EXPIRED_PER_BATCH_MAX))
    if (expired > 0) deps.log.warn({ event: 'dispatch.worker_lost', messages: expired })
    if (expired < EXPIRED_PER_BATCH_MAX) return
  }
}
