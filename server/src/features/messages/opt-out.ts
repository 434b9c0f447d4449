import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { optInNumber, optOut, optOutNumber } from '../contacts/audience/opt-out.ts'
import { findMobiles } from '../contacts/audience/profiles.ts'
import type { OptOutReason } from '../contacts/tables.ts'
import { openContent } from './singles/content.ts'
import { findRecentSenders, routeHashOf } from './singles/reply-routing.ts'
import * as sql from './singles/single.sql.ts'

type HashDeps = Pick<Deps, 'blindIndex'>

/** Opts a number (digits only) out for every vendor that wrote to it in the last thirty days. */
export async function optOutForRecentSenders(
  tx: Tx,
  deps: HashDeps,
  mobile: string,
  reason: OptOutReason,
  at: Date,
  now = at,
) {
  for (const vendorId of await recentSenderIds(tx, deps, mobile, now))
    await optOutNumber(tx, deps, vendorId, mobile, reason, at)
}

/** Withdraws opt-outs with one of these reasons for the same vendors. */
export async function optInForRecentSenders(
  tx: Tx,
  deps: HashDeps,
  mobile: string,
  reasons: readonly OptOutReason[],
  at: Date,
  now = at,
) {
  for (const vendorId of await recentSenderIds(tx, deps, mobile, now))
    await optInNumber(tx, deps, vendorId, mobile, reasons, at)
}

/** Sorted, so that concurrent transactions lock in the same order and cannot deadlock. */
const recentSenderIds = async (tx: Tx, deps: HashDeps, mobile: string, now: Date): Promise<VendorId[]> =>
  (await findRecentSenders(deps, tx, routeHashOf(deps, mobile), now)).map(({ vendorId }) => vendorId).sort()

/** Opts out the recipients of messages that the provider refused because the person does not want messages. */
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
    if (mobile) await optOutForRecentSenders(tx, deps, mobile, 'PROVIDER', now)
  }
}
