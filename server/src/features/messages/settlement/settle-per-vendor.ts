import type { VendorId } from '../../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, sqlStateOf } from '../../../platform/db/db.ts'
import { groupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type BatchResult, type MatchedUpdate, settleBatchWithin } from './settle-batch.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'log'>

interface SettleResult extends Pick<BatchResult, 'unmatched' | 'newWamids'> {
  /** Updates that the database rejected; the others are settled. */
  failed: Map<MatchedUpdate, unknown>
}

/** Settles updates about one vendor's messages, together with concurrent updates about the same vendor. */
export const settlePerVendor = groupCommit({ take: batchLength, work: settleTogether })

/** How many of the waiting calls fit into one transaction. */
function batchLength(waiting: readonly (readonly MatchedUpdate[])[]): number {
  let size = 0
  const over = waiting.findIndex((updates) => {
    size += updates.length
    return size > STATUSES_PER_TRANSACTION_MAX
  })
  return over < 0 ? waiting.length : over
}

async function settleTogether(deps: SettleDeps, vendorId: VendorId, batch: readonly (readonly MatchedUpdate[])[]) {
  const settled = await settleOrSplit(deps, vendorId, batch.flat())
  return batch.map((updates) => ({ status: 'fulfilled' as const, value: resultFor(updates, settled) }))
}

async function settleOrSplit(
  deps: SettleDeps,
  vendorId: VendorId,
  updates: readonly MatchedUpdate[],
): Promise<SettleResult> {
  try {
    const batch = await inTransaction(deps.db, (tx) => settleBatchWithin(tx, vendorId, updates, deps.clock.now()))
    crashPoint('messages.settled')
    logDisagreements(deps, vendorId, batch)
    return { ...batch, failed: new Map() }
  } catch (error) {
    if (!isDataError(error)) throw error
    if (updates.length === 1)
      return { unmatched: [], newWamids: [], failed: new Map([[updates[0] as MatchedUpdate, error]]) }
    // Bisects, so that one update that the database rejects does not block the others.
    const middle = Math.ceil(updates.length / 2)
    const first = await settleOrSplit(deps, vendorId, updates.slice(0, middle))
    return mergeResults(first, await settleOrSplit(deps, vendorId, updates.slice(middle)))
  }
}

/** A value or a constraint caused the error, not the state of the database. */
const isDataError = (error: unknown) => /^(22|23|P0)/.test(sqlStateOf(error) ?? '')

const mergeResults = (a: SettleResult, b: SettleResult): SettleResult => ({
  unmatched: [...a.unmatched, ...b.unmatched],
  newWamids: [...a.newWamids, ...b.newWamids],
  failed: new Map([...a.failed, ...b.failed]),
})

function logDisagreements({ log }: SettleDeps, vendorId: VendorId, { categoryMismatches, discrepancies }: BatchResult) {
  if (categoryMismatches > 0) log.warn({ event: 'messages.category_mismatch', vendorId, messages: categoryMismatches })
  if (discrepancies > 0) log.warn({ event: 'messages.discrepancy', vendorId, callbacks: discrepancies })
}

/** The part of a shared result that belongs to one caller. */
function resultFor(updates: readonly MatchedUpdate[], { unmatched, newWamids, failed }: SettleResult): SettleResult {
  const own = new Set(updates)
  return {
    unmatched: unmatched.filter((update) => own.has(update)),
    newWamids,
    failed: new Map([...failed].filter(([update]) => own.has(update))),
  }
}
