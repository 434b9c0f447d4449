import { groupBy } from '../../../domain/group-by.ts'
import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { PARKED_DAYS, SINGLE_TIMEOUT_HOURS, STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { deadLetterMessages } from '../../outbox/dead-letter-messages.ts'
import { lockWallet } from '../../wallet/read.ts'
import { applySettlements } from './apply-settlements.ts'
import { settlementOf } from './message-settlement.ts'
import * as parked from './parked.sql.ts'
import * as sql from './settle.sql.ts'
import { type SettleDeps, settleWaiting } from './settle-status-updates.ts'

const HOUR_MS = 3_600_000
const PARKED_PER_ROUND_MAX = 1_000

/**
 * Walks through the callbacks that wait for their message, a few each round. Most are settled by whoever writes the
 * message; this finds those whose writer was killed in between, and gives up what has waited too long.
 */
export function sweepParked() {
  let after: string = PLATFORM
  return async (deps: SettleDeps) => {
    const waiting = await parked.parkedAfter(deps.db, after, PARKED_PER_ROUND_MAX)
    after = waiting.length === PARKED_PER_ROUND_MAX ? (waiting.at(-1)?.id ?? PLATFORM) : PLATFORM
    if (waiting.length === 0) return
    const left = await settleWaiting(deps, waiting)
    const now = deps.clock.now()
    const end = new Date(now.getTime() - PARKED_DAYS * 24 * HOUR_MS)
    const old = left.filter(({ parkedAt }) => parkedAt <= end)
    if (old.length > 0) await inTransaction(deps.db, (tx) => giveUp(tx, old, now))
  }
}

/** The provider's id stays out of the letter: a number can be read from it. */
async function giveUp(tx: Tx, old: readonly parked.ParkedStatus[], now: Date) {
  const letters = old.map(({ id, reference, status, errorCode, at }) => ({
    id,
    name: 'callback',
    payload: { messageId: reference, status, errorCode, at: at.toISOString() },
    reason: 'No message matches this status update',
    attempts: 1,
  }))
  await deadLetterMessages(tx, PLATFORM, letters, now)
  await parked.deleteParked(
    tx,
    old.map(({ id }) => id),
  )
}

/** Messages outside campaigns of which nothing was heard for a day no longer hold back money. */
export async function timeOutSingles(deps: SettleDeps) {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - SINGLE_TIMEOUT_HOURS * HOUR_MS)
  const silent = await sql.findSilentSingles(deps.db, before, STATUSES_PER_TRANSACTION_MAX)
  for (const [vendorId, own] of groupBy(silent, (place) => place.vendorId))
    await inTransaction(deps.db, (tx) =>
      timeOut(
        tx,
        vendorId,
        own.map(({ id }) => id),
        now,
      ),
    )
}

/** Nobody knows whether an UNKNOWN one went out: it has failed. One that the provider took stays SENT, at no cost. */
async function timeOut(tx: Tx, vendorId: VendorId, ids: readonly string[], now: Date) {
  await lockWallet(tx, vendorId)
  const rows = await sql.lockMessages(tx, vendorId, ids)
  const changes = rows
    .filter(({ settledAs }) => settledAs === null)
    .map((row) =>
      row.status === 'UNKNOWN'
        ? settlementOf(row, [{ status: 'failed', at: now, errorCode: OUTCOME_UNKNOWN }])
        : { before: row, after: { ...row, settledAs: 'REFUNDED' as const }, conflicts: [] },
    )
  await applySettlements(tx, vendorId, changes, now)
}
