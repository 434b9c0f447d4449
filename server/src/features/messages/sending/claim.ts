import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isActive } from '../../vendors/suspension.ts'
import { tryHoldInFlight } from '../../wallet/in-flight.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { routeHashOf, saveRoutes } from '../singles/reply-routing.ts'
import * as sql from './claim.sql.ts'
import { setUnfunded } from './unfunded.sql.ts'

export type QueuedMessage = sql.QueuedRow

/** The messages among `ids` that are still queued and due. */
export const findQueued = (deps: Pick<Deps, 'db'>, vendorId: VendorId, ids: readonly string[], now: Date) =>
  sql.findQueued(deps.db, vendorId, ids, now)

/** A part of a statement, see campaigns/running-campaigns.ts. */
type RunningCampaignsQuery = Parameters<typeof sql.claimCampaignMessages>[3]

interface ClaimableMessage {
  id: string
  campaignId: string | null
  /** Digits only. */
  mobile: string
}

/**
 * Claims messages before the provider is called: once this is committed no other worker sends them, even if this
 * process dies. `running` selects the ids of running campaigns and locks them. A message outside campaigns needs its
 * own hold; without money it waits for a recharge.
 */
export async function claimMessages<Message extends ClaimableMessage>(
  deps: Pick<Deps, 'db' | 'config' | 'blindIndex'>,
  vendorId: VendorId,
  messages: readonly Message[],
  running: RunningCampaignsQuery,
  now: Date,
): Promise<{ claimed: Message[]; unfunded: number }> {
  const singles = messages.filter(({ campaignId }) => campaignId === null)
  const campaignMessages = messages
    .filter(({ campaignId }) => campaignId !== null)
    .map(({ id, mobile }) => ({ id, routeHash: routeHashOf(deps, mobile) }))
  const seconds = deps.config.SENDING_LEASE_SECONDS
  const ofCampaigns =
    campaignMessages.length > 0
      ? await sql.claimCampaignMessages(deps.db, vendorId, campaignMessages, running, seconds, now)
      : []
  const funded =
    singles.length > 0
      ? await inTransaction(deps.db, (tx) => claimSinglesWithin(tx, deps, vendorId, singles, seconds, now))
      : { ids: [], unfunded: 0 }
  const ids = new Set([...ofCampaigns, ...funded.ids])
  return { claimed: messages.filter(({ id }) => ids.has(id)), unfunded: funded.unfunded }
}

async function claimSinglesWithin(
  tx: Tx,
  deps: Pick<Deps, 'blindIndex'>,
  vendorId: VendorId,
  singles: readonly ClaimableMessage[],
  leaseSeconds: number,
  now: Date,
) {
  const funded = await holdFunds(
    tx,
    vendorId,
    singles.map(({ id }) => id),
  )
  const ids = funded.ids.length > 0 ? await sql.claimSingles(tx, vendorId, funded.ids, leaseSeconds) : []
  const claimed = singles.filter(({ id }) => ids.includes(id))
  await saveRoutes(tx, deps, vendorId, claimed, now)
  return { ids, unfunded: funded.unfunded }
}

async function holdFunds(tx: Tx, vendorId: VendorId, singles: readonly string[]) {
  await lockWallet(tx, vendorId)
  // Suspending and closing take the same lock, so that nothing is claimed once either is committed.
  if (!(await isActive(tx, vendorId))) return { ids: [], unfunded: 0 }
  const queued = await sql.lockQueuedSingles(tx, vendorId, singles)
  const funded: string[] = []
  const unfunded: string[] = []
  for (const { id, costMinorUnit } of queued)
    (await tryHoldInFlight(tx, vendorId, costMinorUnit)) ? funded.push(id) : unfunded.push(id)
  if (unfunded.length > 0) await setUnfunded(tx, vendorId, unfunded)
  return { ids: funded, unfunded: unfunded.length }
}
