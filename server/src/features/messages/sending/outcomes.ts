import type { VendorId } from '../../../domain/ids.ts'
import type { SendOutcomeDecision } from '../../../domain/messaging/send-outcome.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { endInFlight } from '../../wallet/in-flight.ts'
import { lockWallet } from '../../wallet/read.ts'
import { failMessages } from '../settlement/fail.ts'
import { settleParked } from '../settlement/settle-status-updates.ts'
import { releaseLeases } from './lease.sql.ts'
import * as sql from './outcomes.sql.ts'

export type Outcome = { id: string; isSingle: boolean } & SendOutcomeDecision

const SWEPT_AT_ONCE_MAX = 500

/** Writes down what became of claimed messages. A callback that knew more already is not contradicted. */
export async function recordOutcomes(
  deps: Deps,
  vendorId: VendorId,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const of = <Status extends SendOutcomeDecision['status']>(status: Status) =>
    outcomes.filter((outcome): outcome is Extract<Outcome, { status: Status }> => outcome.status === status)
  const [sent, unknown, failed, back] = [of('SENT'), of('UNKNOWN'), of('FAILED'), of('QUEUED')]
  if (sent.length > 0) await sql.setSent(deps.db, vendorId, sent, now)
  if (sent.length < outcomes.length)
    await inTransaction(deps.db, async (tx) => {
      if (failed.length > 0) await failMessages(tx, vendorId, failed, now)
      if (back.length > 0) {
        const rows = back.map((outcome) => backAfter(outcome, now))
        await putBack(
          tx,
          vendorId,
          rows,
          back.some(({ isSingle }) => isSingle),
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

const backAfter = ({ id, retryCount, waitSeconds, errorCode }: Extract<Outcome, { status: 'QUEUED' }>, now: Date) => ({
  id,
  retryCount,
  errorCode,
  dueAt: new Date(now.getTime() + Math.round(waitSeconds * 1_000)),
})

/** Money is held only while a message is on its way. */
async function putBack(tx: Tx, vendorId: VendorId, back: readonly sql.PutBack[], hasSingles: boolean) {
  if (hasSingles) await lockWallet(tx, vendorId)
  const held = await sql.putBack(tx, vendorId, back)
  if (held > 0n) await endInFlight(tx, vendorId, held)
}

/** Claimed, and then never called: as if the claim had not been. */
export const unclaim = (
  deps: Pick<Deps, 'db'>,
  vendorId: VendorId,
  messages: readonly { id: string; campaignId: string | null; retryCount: number; dueAt: Date }[],
) => {
  const back = messages.map(({ id, retryCount, dueAt }) => ({ id, retryCount, dueAt, errorCode: null }))
  const hasSingles = messages.some(({ campaignId }) => campaignId === null)
  return inTransaction(deps.db, async (tx) => {
    await putBack(tx, vendorId, back, hasSingles)
    // They are as old as they were, and the relay has been there.
    await releaseLeases(
      tx,
      vendorId,
      back.map(({ id }) => id),
    )
  })
}

/** Messages whose worker did not come back in time. Whether they left, a callback may still tell. */
export async function expireSending(deps: Pick<Deps, 'db' | 'log' | 'metrics'>) {
  for (;;) {
    const expired = await inTransaction(deps.db, (tx) => sql.expireSending(tx, SWEPT_AT_ONCE_MAX))
    if (expired > 0) deps.log.warn({ event: 'dispatch.worker_lost', messages: expired })
    if (expired < SWEPT_AT_ONCE_MAX) return
  }
}
