import type { VendorId } from '../../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, sqlStateOf } from '../../../platform/db/db.ts'
import { groupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Batch, type MatchedUpdate, settleBatch } from './settle-batch.ts'

type TurnDeps = Pick<Deps, 'db' | 'clock' | 'log'>

export interface Settled extends Pick<Batch, 'misplaced' | 'learned'> {
  /** The database would not have these; the others are settled. */
  failed: Map<MatchedUpdate, unknown>
}

/** Settles what is told of one vendor's messages, with whatever else is told of them at the same moment. */
export const settlePerVendor = groupCommit({ take: asManyAsFit, work: settleAll })

/** Into one transaction. */
function asManyAsFit(waiting: readonly (readonly MatchedUpdate[])[]): number {
  let size = 0
  const over = waiting.findIndex((news) => {
    size += news.length
    return size > STATUSES_PER_TRANSACTION_MAX
  })
  return over < 0 ? waiting.length : over
}

async function settleAll(deps: TurnDeps, vendorId: VendorId, batch: readonly (readonly MatchedUpdate[])[]) {
  const settled = await settle(deps, vendorId, batch.flat())
  return batch.map((news) => ({ status: 'fulfilled' as const, value: ownPart(news, settled) }))
}

async function settle(deps: TurnDeps, vendorId: VendorId, news: readonly MatchedUpdate[]): Promise<Settled> {
  try {
    const batch = await inTransaction(deps.db, (tx) => settleBatch(tx, vendorId, news, deps.clock.now()))
    crashPoint('messages.settled')
    report(deps, vendorId, batch)
    return { ...batch, failed: new Map() }
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (news.length === 1) return { misplaced: [], learned: [], failed: new Map([[news[0] as MatchedUpdate, error]]) }
    // One that the database will not have must not keep the others from being settled.
    const middle = Math.ceil(news.length / 2)
    const first = await settle(deps, vendorId, news.slice(0, middle))
    return both(first, await settle(deps, vendorId, news.slice(middle)))
  }
}

/** A value or a rule of the database is in the way, not the database itself. */
const isAboutData = (error: unknown) => /^(22|23|P0)/.test(sqlStateOf(error) ?? '')

const both = (a: Settled, b: Settled): Settled => ({
  misplaced: [...a.misplaced, ...b.misplaced],
  learned: [...a.learned, ...b.learned],
  failed: new Map([...a.failed, ...b.failed]),
})

function report({ log }: TurnDeps, vendorId: VendorId, { otherCategories, conflicts }: Batch) {
  if (otherCategories > 0) log.warn({ event: 'messages.category_mismatch', vendorId, messages: otherCategories })
  if (conflicts > 0) log.warn({ event: 'messages.conflict', vendorId, callbacks: conflicts })
}

/** Of all that was settled together, what is about the news of this one. */
function ownPart(news: readonly MatchedUpdate[], { misplaced, learned, failed }: Settled): Settled {
  const own = new Set(news)
  return {
    misplaced: misplaced.filter((one) => own.has(one)),
    learned,
    failed: new Map([...failed].filter(([one]) => own.has(one))),
  }
}
