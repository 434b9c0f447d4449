import { HOUR_MS } from '../../../domain/durations.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { PARKED_DAYS, SINGLE_TIMEOUT_HOURS, STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import { providerIdsOf } from '../../../platform/crypto/provider-ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { deadLetterMessages } from '../../outbox/dead-letters.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { settleMessage } from './apply-status-updates.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as parked from './parked.cross-vendor.sql.ts'
import { saveSettlements } from './save-settlements.ts'
import * as sql from './settle.sql.ts'
import { type SettleDeps, settleParkedUpdates } from './settle-status-updates.ts'

const PARKED_PER_ROUND_MAX = 1_000

/**
 * Walks through the parked status updates, a few each round. The process that writes a message's provider id settles
 * most of them. The sweep settles those whose process was killed in between, and dead-letters those parked for too
 * long.
 */
export function sweepParked() {
  let after: string = PLATFORM
  return async (deps: SettleDeps & Pick<Deps, 'keyring'>) => {
    const rows = await parked.listParkedAfter(deps.db, after, PARKED_PER_ROUND_MAX)
    after = rows.length === PARKED_PER_ROUND_MAX ? (rows.at(-1)?.id ?? PLATFORM) : PLATFORM
    if (rows.length === 0) return
    const ids = await providerIdsOf(deps, deps.db)
    // A process of the release before may have parked the update or sent the message.
    const otherForm = (wamid: string) => ids.forms(wamid).find((form) => form !== wamid)
    const remaining = await settleParkedUpdates(deps, rows, otherForm)
    const now = deps.clock.now()
    const end = new Date(now.getTime() - PARKED_DAYS * 24 * HOUR_MS)
    const expired = remaining.filter(({ parkedAt }) => parkedAt <= end)
    if (expired.length > 0) await inTransaction(deps.db, (tx) => deadLetterExpiredWithin(tx, expired, now))
  }
}

/** The dead letter omits the provider's id, because it contains the phone number. */
async function deadLetterExpiredWithin(tx: Tx, expired: readonly parked.ParkedUpdate[], now: Date) {
  const letters = expired.map(({ id, reference, status, errorCode, at }) => ({
    id,
    name: 'callback',
    payload: { messageId: reference, status, errorCode, at: at.toISOString() },
    reason: 'No message matches this status update',
    attempts: 1,
  }))
  await deadLetterMessages(tx, PLATFORM, letters, now)
  await parked.deleteParked(
    tx,
    expired.map(({ id }) => id),
  )
}

/** Ends the holds of messages outside campaigns that had no status update for a day. */
export async function timeOutSingles(deps: SettleDeps) {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - SINGLE_TIMEOUT_HOURS * HOUR_MS)
  const silent = await crossVendor.findSilentSingles(deps.db, before, STATUSES_PER_TRANSACTION_MAX)
  for (const [vendorId, own] of groupBy(silent, (message) => message.vendorId))
    await inTransaction(deps.db, (tx) =>
      timeOutWithin(
        tx,
        vendorId,
        own.map(({ id }) => id),
        now,
      ),
    )
}

/** An UNKNOWN message fails. A message that the provider accepted stays SENT and costs nothing. */
async function timeOutWithin(tx: Tx, vendorId: VendorId, ids: readonly string[], now: Date) {
  await lockWallet(tx, vendorId)
  const rows = await sql.lockMessages(tx, vendorId, ids)
  const settlements = rows
    .filter(({ settledAs }) => settledAs === null)
    .map((row) =>
      row.status === 'UNKNOWN'
        ? settleMessage(row, [{ status: 'failed', at: now, errorCode: OUTCOME_UNKNOWN }])
        : { before: row, after: { ...row, settledAs: 'REFUNDED' as const }, discrepancies: [] },
    )
  await saveSettlements(tx, vendorId, settlements, now)
}
