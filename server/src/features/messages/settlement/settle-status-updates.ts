import { groupBy } from '../../../domain/group-by.ts'
import { STATUSES_PER_TRANSACTION_MAX } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { StatusUpdate } from '../../../ports/provider-events.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as parked from './parked.cross-vendor.sql.ts'
import type { MatchedUpdate } from './settle-batch.ts'
import { settlePerVendor } from './settle-per-vendor.ts'

/** Each vendor takes one database connection. */
const VENDORS_AT_ONCE = 4

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/**
 * Applies status updates, which may come in any order and more than once, to the message log, the money and the
 * conversation counts. An update without a message is parked, because it may arrive before our own commit. Throws when
 * some updates could not be settled; the others are settled.
 */
export async function settleStatusUpdates(deps: SettleDeps, updates: readonly StatusUpdate[]): Promise<void> {
  const { unmatched, failed } = await matchAndSettle(deps, updates)
  if (unmatched.length > 0) await park(deps, unmatched)
  const [failure] = failed.values()
  if (failure !== undefined) throw failure
}

async function park(deps: SettleDeps, unmatched: readonly StatusUpdate[]) {
  const rows = unmatched.map((update) => ({
    id: newId<'parkedStatus'>(),
    wamid: update.wamid,
    reference: update.reference ?? null,
    status: update.status,
    errorCode: update.errorCode === undefined ? null : String(update.errorCode),
    at: update.at,
  }))
  await inTransaction(deps.db, (tx) => parked.insertParked(tx, rows, deps.clock.now()))
  crashPoint('messages.parked')
  // A worker that wrote the provider's id meanwhile looked for parked updates before these were inserted.
  await settleParked(
    deps,
    unmatched.map(({ wamid }) => wamid),
  )
}

/** Called after these provider ids were written: settles the updates that arrived before. */
export async function settleParked(deps: SettleDeps, wamids: readonly string[]): Promise<void> {
  if (wamids.length > 0) await settleParkedUpdates(deps, await parked.findParked(deps.db, wamids))
}

/** Returns the rows that stay parked because they still have no message or could not be settled. */
export async function settleParkedUpdates<P extends parked.ParkedUpdate>(
  deps: SettleDeps,
  rows: readonly P[],
  earlierFormOf: (wamid: string) => string | undefined = () => undefined,
) {
  const rowByUpdate = new Map(rows.map((row) => [toStatusUpdate(row, earlierFormOf(row.wamid)), row]))
  const { unmatched, failed } = await matchAndSettle(deps, [...rowByUpdate.keys()])
  for (const err of new Set(failed.values())) deps.log.error({ event: 'messages.settle_failed', err })
  const remaining = new Set([...unmatched, ...failed.keys()].map((update) => rowByUpdate.get(update) as P))
  const settled = rows.filter((row) => !remaining.has(row)).map(({ id }) => id)
  if (settled.length > 0) await inTransaction(deps.db, (tx) => parked.deleteParked(tx, settled))
  return [...remaining]
}

const toStatusUpdate = (
  { wamid, reference, status, at, errorCode }: parked.ParkedUpdate,
  otherWamid: string | undefined,
): StatusUpdate => ({
  wamid,
  otherWamid,
  reference: reference ?? undefined,
  status,
  at,
  errorCode: errorCode === null ? undefined : Number(errorCode),
})

interface MatchResult {
  unmatched: StatusUpdate[]
  failed: Map<StatusUpdate, unknown>
}

/** Settles the updates whose message is known. */
async function matchAndSettle(deps: SettleDeps, updates: readonly StatusUpdate[]): Promise<MatchResult> {
  const result: MatchResult = { unmatched: [], failed: new Map() }
  const newWamids: string[] = []
  for (const chunk of chunksOf(updates, STATUSES_PER_TRANSACTION_MAX)) {
    const messages = await findMessages(deps, chunk)
    const messageOf = ({ wamid }: StatusUpdate) => messages.get(wamid) as FoundMessage
    result.unmatched.push(...chunk.filter(({ wamid }) => !messages.has(wamid)))
    const matched = chunk.filter(({ wamid }) => messages.has(wamid))
    const byVendor = groupBy(matched, (update) => messageOf(update).vendorId)
    for (const vendors of chunksOf([...byVendor], VENDORS_AT_ONCE))
      await Promise.all(
        vendors.map(async ([vendorId, own]) => {
          const originals = new Map(own.map((update) => [toMatchedUpdate(update, messageOf(update)), update]))
          try {
            const settled = await settlePerVendor(deps, vendorId, [...originals.keys()])
            result.unmatched.push(...settled.unmatched.map((update) => originals.get(update) as StatusUpdate))
            for (const [update, error] of settled.failed)
              result.failed.set(originals.get(update) as StatusUpdate, error)
            newWamids.push(...settled.newWamids)
          } catch (error) {
            for (const update of own) result.failed.set(update, error)
          }
        }),
      )
  }
  await settleParked(deps, newWamids)
  return result
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

type FoundMessage = crossVendor.MessageLocation & { wamid?: string }

const toMatchedUpdate = (update: StatusUpdate, message: FoundMessage): MatchedUpdate => ({
  messageId: message.id,
  // As the row has it, if the row has one.
  wamid: message.wamid ?? update.wamid,
  status: update.status,
  at: update.at,
  errorCode: update.errorCode === undefined ? null : String(update.errorCode),
  category: update.category,
})

/** By the provider's id, else by our id where the row has no provider id yet. A provider id belongs to one message. */
async function findMessages(deps: SettleDeps, updates: readonly StatusUpdate[]): Promise<Map<string, FoundMessage>> {
  const wamids = new Set(updates.flatMap(({ wamid, otherWamid = wamid }) => [wamid, otherWamid]))
  const stored = new Map(
    (await crossVendor.findByWamid(deps.db, [...wamids])).map((message) => [message.wamid, message]),
  )
  const found = new Map<string, FoundMessage>()
  for (const { wamid, otherWamid = wamid } of updates) {
    const message = stored.get(wamid) ?? stored.get(otherWamid)
    if (message) found.set(wamid, message)
  }
  const notFound = updates.filter(({ wamid, reference }) => reference !== undefined && !found.has(wamid))
  if (notFound.length === 0) return found
  const references = [...new Set(notFound.map(({ reference }) => reference as string))]
  const byId = new Map((await crossVendor.findByReference(deps.db, references)).map((message) => [message.id, message]))
  for (const { wamid, reference } of notFound) {
    const message = byId.get(reference as string)
    if (message && !found.has(wamid)) found.set(wamid, message)
  }
  return found
}
