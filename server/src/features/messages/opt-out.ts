import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { optInNumber, optOut, optOutNumber } from '../contacts/audience/opt-out.ts'
import { findMobiles } from '../contacts/audience/profiles.ts'
import type { OptOutReason } from '../contacts/tables.ts'
import { openContent } from './singles/content.ts'
import { routeHashOf, vendorsThatWroteTo } from './singles/reply-routing.ts'
import * as sql from './singles/single.sql.ts'

type HashDeps = Pick<Deps, 'blindIndex'>

/** For every vendor that wrote to the number (digits only) in the last thirty days. */
export async function optOutEverywhere(
  tx: Tx,
  deps: HashDeps,
  mobile: string,
  reason: OptOutReason,
  at: Date,
  now = at,
) {
  for (const vendorId of await vendorsWritingTo(tx, deps, mobile, now))
    await optOutNumber(tx, deps, vendorId, mobile, reason, at)
}

/** Takes back, for all of them, what was asked for before, and only for these reasons. */
export async function optInEverywhere(
  tx: Tx,
  deps: HashDeps,
  mobile: string,
  reasons: readonly OptOutReason[],
  at: Date,
  now = at,
) {
  for (const vendorId of await vendorsWritingTo(tx, deps, mobile, now))
    await optInNumber(tx, deps, vendorId, mobile, reasons, at)
}

/** In one order, so that two at once wait for each other and never in a circle. */
const vendorsWritingTo = async (tx: Tx, deps: HashDeps, mobile: string, now: Date): Promise<VendorId[]> =>
  (await vendorsThatWroteTo(tx, routeHashOf(deps, mobile), now)).map(({ vendorId }) => vendorId).sort()

/** The provider says that the recipients of these messages want no more of this: nobody writes to them any more. */
export async function optOutRecipients(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  messageIds: readonly string[],
  now: Date,
) {
  if (messageIds.length === 0) return
  const recipients = await sql.findRecipients(tx, vendorId, messageIds)
  const contactIds = recipients.flatMap(({ contactId }) => contactId ?? [])
  const mobiles = await findMobiles(tx, deps, vendorId, contactIds)
  const cipher = await deps.keyring.of(tx, vendorId)
  for (const recipient of recipients) {
    await optOut(tx, vendorId, recipient.mobileHash, 'PROVIDER', now)
    const mobile =
      (recipient.contentCipher && openContent(cipher, recipient.contentCipher).to.slice(1)) ??
      mobiles.get(recipient.contactId ?? '')
    if (mobile) await optOutEverywhere(tx, deps, mobile, 'PROVIDER', now)
  }
}
