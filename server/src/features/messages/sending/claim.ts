import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { tryHoldInFlight } from '../../wallet/in-flight.ts'
import { lockWallet } from '../../wallet/read.ts'
import { routeHashOf, saveRoutes } from '../singles/reply-routing.ts'
import * as sql from './claim.sql.ts'
import { setUnfunded } from './unfunded.sql.ts'

export type QueuedMessage = sql.QueuedRow

/** Those that still wait and are due; the rest are somebody else's, or over. */
export const readQueued = (deps: Pick<Deps, 'db'>, vendorId: VendorId, ids: readonly string[], now: Date) =>
  sql.findQueued(deps.db, vendorId, ids, now)

/** A part of a statement, see campaigns/dispatch. */
type RunningCampaigns = Parameters<typeof sql.claimOfCampaigns>[3]

export interface ClaimedMessage {
  id: string
  campaignId: string | null
  /** Digits only. */
  mobile: string
}

/**
 * Makes messages one's own before anybody is called: once this is committed nobody else sends them, whatever happens to
 * this process. `running` are the ids of campaigns that run, locked. A message outside campaigns needs money of its own;
 * those without wait for a recharge.
 */
export async function claim<Message extends ClaimedMessage>(
  deps: Pick<Deps, 'db' | 'config' | 'blindIndex'>,
  vendorId: VendorId,
  messages: readonly Message[],
  running: RunningCampaigns,
  now: Date,
): Promise<{ claimed: Message[]; unfunded: number }> {
  const singles = messages.filter(({ campaignId }) => campaignId === null)
  const others = messages
    .filter(({ campaignId }) => campaignId !== null)
    .map(({ id, mobile }) => ({ id, routeHash: routeHashOf(deps, mobile) }))
  const seconds = deps.config.SENDING_LEASE_SECONDS
  const ofCampaigns =
    others.length > 0 ? await sql.claimOfCampaigns(deps.db, vendorId, others, running, seconds, now) : []
  const funded =
    singles.length > 0
      ? await inTransaction(deps.db, (tx) => claimSingles(tx, deps, vendorId, singles, seconds, now))
      : { ids: [], unfunded: 0 }
  const ids = new Set([...ofCampaigns, ...funded.ids])
  return { claimed: messages.filter(({ id }) => ids.has(id)), unfunded: funded.unfunded }
}

async function claimSingles(
  tx: Tx,
  deps: Pick<Deps, 'blindIndex'>,
  vendorId: VendorId,
  singles: readonly ClaimedMessage[],
  leaseSeconds: number,
  now: Date,
) {
  const funded = await fund(
    tx,
    vendorId,
    singles.map(({ id }) => id),
  )
  const ids = funded.ids.length > 0 ? await sql.claimSingles(tx, vendorId, funded.ids, leaseSeconds) : []
  const claimed = singles.filter(({ id }) => ids.includes(id))
  await saveRoutes(tx, deps, vendorId, claimed, now)
  return { ids, unfunded: funded.unfunded }
}

async function fund(tx: Tx, vendorId: VendorId, singles: readonly string[]) {
  await lockWallet(tx, vendorId)
  const waiting = await sql.lockQueuedSingles(tx, vendorId, singles)
  const funded: string[] = []
  const unfunded: string[] = []
  for (const { id, costMinorUnit } of waiting)
    (await tryHoldInFlight(tx, vendorId, costMinorUnit)) ? funded.push(id) : unfunded.push(id)
  if (unfunded.length > 0) await setUnfunded(tx, vendorId, unfunded)
  return { ids: funded, unfunded: unfunded.length }
}
