import type { VendorId } from '../../../domain/ids.ts'
import { failureReason } from '../../../domain/messaging/failure-reason.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { deadLetterMessages } from '../../outbox/dead-letters.ts'
import { optOutOfMessages } from '../jobs.ts'
import { isChanged, type MessageSettlement } from './apply-status-updates.ts'
import { bookSettlements } from './book-settlements.ts'
import * as sql from './settle.sql.ts'

/** Writes settled messages, their ledger entries, dead letters and opt-outs. The wallet and the rows are locked. */
export async function saveSettlements(
  tx: Tx,
  vendorId: VendorId,
  settlements: readonly MessageSettlement[],
  now: Date,
) {
  const changed = await bookSettlements(tx, vendorId, settlements.filter(isChanged), now)
  const discrepancies = settlements.flatMap((settlement) => settlement.discrepancies)
  if (discrepancies.length > 0) await sql.insertDiscrepancies(tx, vendorId, discrepancies, now)
  if (changed.length === 0) return
  await sql.updateMessages(
    tx,
    vendorId,
    changed.map(({ after }) => after),
  )
  const failed = changed.filter(({ before, after }) => before.status !== 'FAILED' && after.status === 'FAILED')
  await deadLetterMessages(tx, vendorId, failed.map(toDeadLetter), now)
  const optedOut = changed.filter(({ before, after }) => !isOptOut(before.errorCode) && isOptOut(after.errorCode))
  const messageIds = optedOut.map(({ after }) => after.id)
  if (messageIds.length > 0) await addToOutbox(tx, vendorId, optOutOfMessages, { messageIds }, now)
}

const toDeadLetter = ({ after }: MessageSettlement) => ({
  id: after.id,
  name: 'message',
  payload: { messageId: after.id, campaignId: after.campaignId },
  reason: after.errorCode === null ? 'No reason given by the provider' : failureReason(after.errorCode),
  attempts: after.retryCount + 1,
})

const isOptOut = (code: string | null) =>
  code !== null && /^\d+$/.test(code) && providerError(Number(code)).action === 'OPT_OUT'
