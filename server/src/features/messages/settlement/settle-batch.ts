import { groupBy } from '../../../domain/group-by.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { type MessageSettlement, type ReportedStatus, settleMessage } from './apply-status-updates.ts'
import { saveSettlements } from './save-settlements.ts'
import * as sql from './settle.sql.ts'

/** A status update whose message is known. */
export interface MatchedUpdate extends ReportedStatus {
  messageId: string
  wamid: string
  category: string | undefined
}

export interface BatchResult {
  /** The row has another provider id by now, so that these belong to no known message. */
  unmatched: MatchedUpdate[]
  /** Provider ids that were first seen in these updates. */
  newWamids: string[]
  /** Messages that the provider bills in another category. This is logged and changes nothing. */
  categoryMismatches: number
  /** Updates that contradict the recorded outcome. */
  discrepancies: number
}

/** Settles updates about one vendor's messages in one transaction. They may be out of order, repeated or late. */
export async function settleBatchWithin(
  tx: Tx,
  vendorId: VendorId,
  updates: readonly MatchedUpdate[],
  now: Date,
): Promise<BatchResult> {
  await lockWallet(tx, vendorId)
  const rows = await sql.lockMessages(
    tx,
    vendorId,
    updates.map(({ messageId }) => messageId),
  )
  const byMessage = groupBy(updates, ({ messageId }) => messageId)
  const settlements: MessageSettlement[] = []
  const batch: BatchResult = { unmatched: [], newWamids: [], categoryMismatches: 0, discrepancies: 0 }
  for (const row of rows) {
    const received = byMessage.get(row.id) ?? []
    const wamid = row.wamid ?? received[0]?.wamid ?? null
    const own = received.filter((update) => update.wamid === wamid)
    batch.unmatched.push(...received.filter((update) => update.wamid !== wamid))
    if (row.wamid === null && wamid !== null) batch.newWamids.push(wamid)
    if (own.some(({ category }) => category && isOtherCategory(category, row.category))) batch.categoryMismatches++
    const settlement = settleMessage({ ...row, wamid }, own)
    settlements.push({ ...settlement, before: row })
    batch.discrepancies += settlement.discrepancies.length
  }
  await saveSettlements(tx, vendorId, settlements, now)
  crashPoint('messages.settling')
  return batch
}

/** `authentication-international` counts as AUTHENTICATION. */
const isOtherCategory = (named: string, ours: string) => !named.toUpperCase().startsWith(ours)
