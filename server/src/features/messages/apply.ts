import type { VendorId } from '../../domain/ids.ts'
import { errorReason, providerError } from '../../domain/messaging/provider-errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { addToOutbox } from '../outbox/add.ts'
import { buryMessages } from '../outbox/bury-messages.ts'
import { book } from './book.ts'
import { type Change, isChanged } from './change.ts'
import { optOutOfMessages } from './jobs.ts'
import * as sql from './settle.sql.ts'

/** Writes what became of a vendor's messages and all that follows from it. The wallet and the rows are locked. */
export async function applyChanges(tx: Tx, vendorId: VendorId, changes: readonly Change[], now: Date) {
  const real = await book(tx, vendorId, changes.filter(isChanged), now)
  const conflicts = changes.flatMap((change) => change.conflicts)
  if (conflicts.length > 0) await sql.insertConflicts(tx, vendorId, conflicts, now)
  if (real.length === 0) return
  await sql.updateMessages(
    tx,
    vendorId,
    real.map(({ after }) => after),
  )
  const failed = real.filter(({ before, after }) => before.status !== 'FAILED' && after.status === 'FAILED')
  await buryMessages(tx, vendorId, failed.map(letterOf), now)
  const unwilling = failed.filter(({ after }) => isOptOut(after.errorCode)).map(({ after }) => after.id)
  if (unwilling.length > 0) await addToOutbox(tx, vendorId, optOutOfMessages, { messageIds: unwilling }, now)
}

const letterOf = ({ after }: Change) => ({
  id: after.id,
  name: 'message',
  payload: { messageId: after.id, campaignId: after.campaignId },
  reason: after.errorCode === null ? 'The provider gave no reason' : errorReason(after.errorCode),
  attempts: after.retryCount + 1,
})

const isOptOut = (code: string | null) =>
  code !== null && /^\d+$/.test(code) && providerError(Number(code)).class === 'OPTED_OUT'
