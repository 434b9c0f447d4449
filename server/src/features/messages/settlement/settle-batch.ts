import { groupBy } from '../../../domain/group-by.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockWallet } from '../../wallet/read.ts'
import { applySettlements } from './apply-settlements.ts'
import { type MessageSettlement, type StatusReport, settlementOf } from './message-settlement.ts'
import * as sql from './settle.sql.ts'

/** A callback whose message we know. */
export interface MatchedUpdate extends StatusReport {
  messageId: string
  wamid: string
  category: string | undefined
}

export interface Batch {
  /** The row has another provider id by now: these belong to no message that we know. */
  misplaced: MatchedUpdate[]
  /** Ids of the provider that we learned from these callbacks. */
  learned: string[]
  /** Messages that the provider prices otherwise than we did. It changes nothing. */
  otherCategories: number
  /** Callbacks that contradict what stands. */
  conflicts: number
}

/** Settles callbacks about one vendor's messages, all in one go: what they say in any order, twice, or late. */
export async function settleBatch(
  tx: Tx,
  vendorId: VendorId,
  news: readonly MatchedUpdate[],
  now: Date,
): Promise<Batch> {
  await lockWallet(tx, vendorId)
  const rows = await sql.lockMessages(
    tx,
    vendorId,
    news.map(({ messageId }) => messageId),
  )
  const byMessage = groupBy(news, ({ messageId }) => messageId)
  const changes: MessageSettlement[] = []
  const batch: Batch = { misplaced: [], learned: [], otherCategories: 0, conflicts: 0 }
  for (const row of rows) {
    const told = byMessage.get(row.id) ?? []
    const wamid = row.wamid ?? told[0]?.wamid ?? null
    const own = told.filter((one) => one.wamid === wamid)
    batch.misplaced.push(...told.filter((one) => one.wamid !== wamid))
    if (row.wamid === null && wamid !== null) batch.learned.push(wamid)
    if (own.some(({ category }) => category && isOther(category, row.category))) batch.otherCategories++
    const change = settlementOf({ ...row, wamid }, own)
    changes.push({ ...change, before: row })
    batch.conflicts += change.conflicts.length
  }
  await applySettlements(tx, vendorId, changes, now)
  crashPoint('messages.settling')
  return batch
}

/** `authentication-international` is an authentication. */
const isOther = (named: string, ours: string) => !named.toUpperCase().startsWith(ours)
