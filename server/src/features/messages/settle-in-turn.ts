import type { VendorId } from '../../domain/ids.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../domain/limits.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { type Db, inTransaction, sqlStateOf } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Batch, type PlacedNews, settleBatch } from './settle-batch.ts'

type TurnDeps = Pick<Deps, 'db' | 'clock' | 'log'>

export interface Settled extends Pick<Batch, 'misplaced' | 'learned'> {
  /** The database would not have these; the others are settled. */
  failed: Map<PlacedNews, unknown>
}

interface Waiting {
  news: readonly PlacedNews[]
  resolve(settled: Settled): void
  reject(error: unknown): void
}

/** What waits for each vendor of a database. An entry exists for as long as its vendor is at work. */
const queues = new WeakMap<Db, Map<VendorId, Waiting[]>>()

/**
 * Of many events about one vendor only one could hold the wallet while the others took up connections to wait for it; so
 * they wait here, and what came in meanwhile is settled together.
 */
export function settleInTurn(deps: TurnDeps, vendorId: VendorId, news: readonly PlacedNews[]): Promise<Settled> {
  return new Promise((resolve, reject) => {
    const atWork = queuesOf(deps.db).get(vendorId)
    if (atWork) return void atWork.push({ news, resolve, reject })
    const waiting = [{ news, resolve, reject }]
    queuesOf(deps.db).set(vendorId, waiting)
    void workOff(deps, vendorId, waiting)
  })
}

function queuesOf(db: Db) {
  const known = queues.get(db)
  if (known) return known
  const created = new Map<VendorId, Waiting[]>()
  queues.set(db, created)
  return created
}

async function workOff(deps: TurnDeps, vendorId: VendorId, waiting: Waiting[]) {
  while (waiting.length > 0) {
    const batch = takeFrom(waiting)
    try {
      const settled = await settle(
        deps,
        vendorId,
        batch.flatMap(({ news }) => news),
      )
      for (const { news, resolve } of batch) resolve(ownPart(news, settled))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  // In the same turn as the look at what waits: nobody can have come in between.
  queuesOf(deps.db).delete(vendorId)
}

/** As many as go into one transaction, the first whatever its size. */
function takeFrom(waiting: Waiting[]): Waiting[] {
  let count = 0
  let size = 0
  for (const { news } of waiting) {
    if (count > 0 && size + news.length > STATUSES_PER_TRANSACTION_MAX) break
    size += news.length
    count++
  }
  return waiting.splice(0, count)
}

async function settle(deps: TurnDeps, vendorId: VendorId, news: readonly PlacedNews[]): Promise<Settled> {
  try {
    const batch = await inTransaction(deps.db, (tx) => settleBatch(tx, vendorId, news, deps.clock.now()))
    crashPoint('messages.settled')
    report(deps, vendorId, batch)
    return { ...batch, failed: new Map() }
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (news.length === 1) return { misplaced: [], learned: [], failed: new Map([[news[0] as PlacedNews, error]]) }
    // One that the database will not have must not keep the others from being settled.
    const middle = Math.ceil(news.length / 2)
    const first = await settle(deps, vendorId, news.slice(0, middle))
    return together(first, await settle(deps, vendorId, news.slice(middle)))
  }
}

/** A value or a rule of the database is in the way, not the database itself. */
const isAboutData = (error: unknown) => /^(22|23|P0)/.test(sqlStateOf(error) ?? '')

const together = (a: Settled, b: Settled): Settled => ({
  misplaced: [...a.misplaced, ...b.misplaced],
  learned: [...a.learned, ...b.learned],
  failed: new Map([...a.failed, ...b.failed]),
})

function report({ log }: TurnDeps, vendorId: VendorId, { otherCategories, conflicts }: Batch) {
  if (otherCategories > 0) log.warn({ event: 'messages.other_category', vendorId, messages: otherCategories })
  if (conflicts > 0) log.warn({ event: 'messages.conflict', vendorId, callbacks: conflicts })
}

/** Of all that was settled together, what is about the news of this one. */
function ownPart(news: readonly PlacedNews[], { misplaced, learned, failed }: Settled): Settled {
  const own = new Set(news)
  return {
    misplaced: misplaced.filter((one) => own.has(one)),
    learned,
    failed: new Map([...failed].filter(([one]) => own.has(one))),
  }
}
