import { DAY_MS } from '../../../domain/durations.ts'
import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { ROUTE_KEPT_DAYS, UNASSIGNED_KEPT_DAYS } from '../../../domain/limits.ts'
import { shortSpelling } from '../../../domain/messaging/number-spellings.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findByWamid } from '../settlement/cross-vendor.sql.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { clearTestContentBefore } from './cross-vendor.sql.ts'
import * as sql from './reply-routing.sql.ts'

/** Identifies a number across vendors, to route replies. Being a separate purpose, it has a separate hash. */
export const routeHashOf = ({ blindIndex }: Pick<Deps, 'blindIndex'>, mobile: string): Buffer =>
  blindIndex.of('message.route', PLATFORM, `+${shortSpelling(mobile)}`)

export const findMessageByWamid = async (db: Db, forms: readonly string[]) =>
  forms.length === 0 ? undefined : (await findByWamid(db, forms))[0]

/** Records the last message to each number, as part of the claim. */
export async function saveRoutes(
  tx: Tx,
  deps: Pick<Deps, 'blindIndex'>,
  vendorId: VendorId,
  messages: readonly { id: string; mobile: string }[],
  now: Date,
) {
  const byHash = new Map<string, sql.Route>()
  for (const { id, mobile } of messages) {
    const routeHash = routeHashOf(deps, mobile)
    byHash.set(routeHash.toString('hex'), { routeHash, messageId: id })
  }
  if (byHash.size > 0) await sql.upsertRoutes(tx, vendorId, [...byHash.values()], now)
}

/** Vendors that wrote to the number in the last thirty days, the most recent first. */
export const findRecentSenders = ({ blindIndex }: Pick<Deps, 'blindIndex'>, db: Db, routeHash: Buffer, now: Date) =>
  crossVendor.findRecentSenders(db, blindIndex.withLater(routeHash), new Date(now.getTime() - ROUTE_KEPT_DAYS * DAY_MS))

/** Deletes old reply routes and clears the recipients of old test messages, for privacy. */
export async function purgeRecipients(tx: Tx, now: Date) {
  await crossVendor.deleteRoutesBefore(tx, new Date(now.getTime() - ROUTE_KEPT_DAYS * DAY_MS))
  await clearTestContentBefore(tx, new Date(now.getTime() - UNASSIGNED_KEPT_DAYS * DAY_MS))
}
