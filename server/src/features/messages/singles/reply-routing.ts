import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { ROUTE_KEPT_DAYS, UNASSIGNED_KEPT_DAYS } from '../../../domain/limits.ts'
import { shortSpelling } from '../../../domain/messaging/number-spellings.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findByWamid } from '../settlement/settle.sql.ts'
import * as sql from './reply-routing.sql.ts'
import { forgetTestsBefore } from './single.sql.ts'

const DAY_MS = 86_400_000

/** What a number is known by across vendors, to route what people write; it has a purpose, and so a hash, of its own. */
export const routeHashOf = ({ blindIndex }: Pick<Deps, 'blindIndex'>, mobile: string): Buffer =>
  blindIndex.of('message.route', PLATFORM, `+${shortSpelling(mobile)}`)

/** The message of ours that the provider knows by this id. */
export const findSent = async (db: Db, wamid: string) => (await findByWamid(db, [wamid]))[0]

/** Notes who wrote to whom last, as part of the claim; several to one number count as the last of them. */
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

/** Every vendor that wrote to the number in the last thirty days, the last one first. */
export const vendorsThatWroteTo = (db: Db, routeHash: Buffer, now: Date) =>
  sql.findWriters(db, routeHash, new Date(now.getTime() - ROUTE_KEPT_DAYS * DAY_MS))

/** Who wrote to whom, and whom tests went to, is nobody's business after a while. */
export async function forgetRecipients(tx: Tx, now: Date) {
  await sql.deleteRoutesBefore(tx, new Date(now.getTime() - ROUTE_KEPT_DAYS * DAY_MS))
  await forgetTestsBefore(tx, new Date(now.getTime() - UNASSIGNED_KEPT_DAYS * DAY_MS))
}
