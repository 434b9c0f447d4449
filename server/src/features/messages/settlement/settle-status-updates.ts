import { groupBy } from '../../../domain/group-by.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import type { CallbackStatus } from '../../../domain/messaging/settlement.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import * as parked from './parked.sql.ts'
import * as sql from './settle.sql.ts'
import type { MatchedUpdate } from './settle-batch.ts'
import { settlePerVendor } from './settle-per-vendor.ts'

/** A status callback of the provider's. */
export interface StatusUpdate {
  wamid: string
  /** Our message's id, as it went out with the message. */
  reference?: string | undefined
  status: CallbackStatus
  at: Date
  errorCode?: number | undefined
  /** What the provider prices it as. */
  category?: string | undefined
}

/** Each takes a connection. */
const VENDORS_AT_ONCE = 4

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/**
 * What callbacks tell, in any order and any number of times: the message log, the money and the conversations follow. A
 * callback without a message waits for it, since it may come before our own commit. Throwing means that some are not
 * settled; the others are.
 */
export async function settleStatusUpdates(deps: SettleDeps, news: readonly StatusUpdate[]): Promise<void> {
  const { unplaced, failed } = await settlePlaced(deps, news)
  if (unplaced.length > 0) await wait(deps, unplaced)
  const [failure] = failed.values()
  if (failure !== undefined) throw failure
}

async function wait(deps: SettleDeps, unplaced: readonly StatusUpdate[]) {
  const waiting = unplaced.map((one) => ({
    id: newId<'parkedStatus'>(),
    wamid: one.wamid,
    reference: one.reference ?? null,
    status: one.status,
    errorCode: one.errorCode === undefined ? null : String(one.errorCode),
    at: one.at,
  }))
  await inTransaction(deps.db, (tx) => parked.park(tx, waiting, deps.clock.now()))
  crashPoint('messages.parked')
  // Whoever wrote the message's id meanwhile looked for what is parked before these were.
  await settleParked(
    deps,
    unplaced.map(({ wamid }) => wamid),
  )
}

/** For whoever has just written these ids of the provider's: settles what came in before that. */
export async function settleParked(deps: SettleDeps, wamids: readonly string[]): Promise<void> {
  if (wamids.length > 0) await settleWaiting(deps, await parked.findParked(deps.db, wamids))
}

/** What still has no message, or cannot be settled, goes on waiting, and is what comes back. */
export async function settleWaiting<P extends parked.ParkedStatus>(deps: SettleDeps, waiting: readonly P[]) {
  const byNews = new Map(waiting.map((one) => [newsOf(one), one]))
  const { unplaced, failed } = await settlePlaced(deps, [...byNews.keys()])
  for (const err of new Set(failed.values())) deps.log.error({ event: 'messages.settle_failed', err })
  const left = new Set([...unplaced, ...failed.keys()].map((news) => byNews.get(news) as P))
  const settled = waiting.filter((one) => !left.has(one)).map(({ id }) => id)
  if (settled.length > 0) await inTransaction(deps.db, (tx) => parked.deleteParked(tx, settled))
  return [...left]
}

const newsOf = ({ wamid, reference, status, at, errorCode }: parked.ParkedStatus): StatusUpdate => ({
  wamid,
  reference: reference ?? undefined,
  status,
  at,
  errorCode: errorCode === null ? undefined : Number(errorCode),
})

interface Outcome {
  unplaced: StatusUpdate[]
  failed: Map<StatusUpdate, unknown>
}

/** Settles what has a message. */
async function settlePlaced(deps: SettleDeps, news: readonly StatusUpdate[]): Promise<Outcome> {
  const outcome: Outcome = { unplaced: [], failed: new Map() }
  const learned: string[] = []
  for (const some of inParts(news, STATUSES_PER_TRANSACTION_MAX)) {
    const places = await findPlaces(deps, some)
    outcome.unplaced.push(...some.filter(({ wamid }) => !places.has(wamid)))
    const known = some.filter(({ wamid }) => places.has(wamid))
    const byVendor = groupBy(known, ({ wamid }) => (places.get(wamid) as sql.MessageLocation).vendorId)
    for (const vendors of inParts([...byVendor], VENDORS_AT_ONCE))
      await Promise.all(
        vendors.map(async ([vendorId, own]) => {
          const byPlaced = new Map(
            own.map((one) => [placed(one, (places.get(one.wamid) as sql.MessageLocation).id), one]),
          )
          try {
            const settled = await settlePerVendor(deps, vendorId, [...byPlaced.keys()])
            outcome.unplaced.push(...settled.misplaced.map((one) => byPlaced.get(one) as StatusUpdate))
            for (const [one, error] of settled.failed) outcome.failed.set(byPlaced.get(one) as StatusUpdate, error)
            learned.push(...settled.learned)
          } catch (error) {
            for (const one of own) outcome.failed.set(one, error)
          }
        }),
      )
  }
  await settleParked(deps, learned)
  return outcome
}

function* inParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

const placed = (one: StatusUpdate, messageId: string): MatchedUpdate => ({
  messageId,
  wamid: one.wamid,
  status: one.status,
  at: one.at,
  errorCode: one.errorCode === undefined ? null : String(one.errorCode),
  category: one.category,
})

/** By the provider's id, else by ours where the row has no other yet. Each of the provider's ids means one message. */
async function findPlaces(deps: SettleDeps, news: readonly StatusUpdate[]): Promise<Map<string, sql.MessageLocation>> {
  const wamids = [...new Set(news.map(({ wamid }) => wamid))]
  const places = new Map((await sql.findByWamid(deps.db, wamids)).map(({ wamid, ...place }) => [wamid, place]))
  const lost = news.filter(({ wamid, reference }) => reference !== undefined && !places.has(wamid))
  if (lost.length === 0) return places
  const references = [...new Set(lost.map(({ reference }) => reference as string))]
  const byId = new Map((await sql.findByReference(deps.db, references)).map((place) => [place.id, place]))
  for (const { wamid, reference } of lost) {
    const place = byId.get(reference as string)
    if (place && !places.has(wamid)) places.set(wamid, place)
  }
  return places
}
