import type { VendorId } from '../../../domain/ids.ts'
import { failureReason } from '../../../domain/messaging/failure-reason.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { deadLetterMessages } from '../../outbox/dead-letter-messages.ts'
import { optOutOfMessages } from '../jobs.ts'
import { bookSettlements } from './ledger-entries.ts'
import { isChanged, type MessageSettlement } from './message-settlement.ts'
import * as sql from './settle.sql.ts'

/** Writes what became of a vendor's messages and all that follows from it. The wallet and the rows are locked. */
export async function applySettlements(tx: Tx, vendorId: VendorId, changes: readonly MessageSettlement[], now: Date) {
  const real = await bookSettlements(tx, vendorId, changes.filter(isChanged), now)
  const conflicts = changes.flatMap((change) => change.conflicts)
  if (conflicts.length > 0) await sql.insertConflicts(tx, vendorId, conflicts, now)
  if (real.length === 0) return
  await sql.updateMessages(
    tx,
    vendorId,
    real.map(({ after }) => after),
  )
  const failed = real.filter(({ before, after }) => before.status !== 'FAILED' && after.status === 'FAILED')
  await deadLetterMessages(tx, vendorId, failed.map(letterOf), now)
  const unwilling = real.filter(({ before, after }) => !isOptOut(before.errorCode) && isOptOut(after.errorCode))
  const messageIds = unwilling.map(({ after }) => after.id)
  if (messageIds.length > 0) await addToOutbox(tx, vendorId, optOutOfMessages, { messageIds }, now)
}

const letterOf = ({ after }: MessageSettlement) => ({
  id: after.id,
  name: 'message',
  payload: { messageId: after.id, campaignId: after.campaignId },
  reason: after.errorCode === null ? 'No reason given by the provider' : failureReason(after.errorCode),
  attempts: after.retryCount + 1,
})

const isOptOut = (code: string | null) =>
  code !== null && /^\d+$/.test(code) && providerError(Number(code)).action === 'OPT_OUT'
