import type { VendorId } from '../../../domain/ids.ts'
import { spellingsOf } from '../../../domain/messaging/number-spellings.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Vendor } from '../../../platform/http/principal.ts'
import { mobileHash } from '../codec.ts'
import { readContact } from '../find.ts'
import { lockContact, mobileHashOf } from '../sql.ts'
import type { OptOutReason } from '../tables.ts'
import * as sql from './opt-out.sql.ts'

type HashDeps = Pick<Deps, 'blindIndex'>

/** Nobody writes to this number for the vendor any more, whether it is a contact now, later or never. */
export const optOut = (tx: Tx, vendorId: VendorId, mobileHash: Buffer, reason: OptOutReason, at: Date) =>
  sql.insertOptOut(tx, vendorId, mobileHash, reason, at)

/** The same by the number, whatever way the vendor spells it. */
export async function optOutNumber(
  tx: Tx,
  deps: HashDeps,
  vendorId: VendorId,
  mobile: string,
  reason: OptOutReason,
  at: Date,
) {
  for (const hash of hashesOf(deps, vendorId, mobile)) await sql.insertOptOut(tx, vendorId, hash, reason, at)
}

/** Takes back what was asked for before, and only for these reasons: a START undoes a STOP and nothing else. */
export const optInNumber = (
  tx: Tx,
  deps: HashDeps,
  vendorId: VendorId,
  mobile: string,
  reasons: readonly OptOutReason[],
  at: Date,
) => sql.deleteOptOut(tx, vendorId, hashesOf(deps, vendorId, mobile), reasons, at)

export const isOptedOut = async (db: Db, vendorId: VendorId, mobileHash: Buffer) =>
  (await sql.findOptOut(db, vendorId, mobileHash)) !== undefined

/** Those of these numbers' hashes, in hex, that must not be written to. */
export const optedOutAmong = async (db: Db, vendorId: VendorId, mobileHashes: readonly Buffer[]) =>
  new Set(
    mobileHashes.length === 0
      ? []
      : (await sql.findOptOuts(db, vendorId, mobileHashes)).map(({ mobileHash }) => mobileHash.toString('hex')),
  )

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** What a person told the vendor in another way. */
export async function optOutContact(deps: ContactDeps, who: Vendor, id: string) {
  await inTransaction(deps.db, (tx) => optOutWithin(tx, who.vendorId, id, deps.clock.now()))
  return readContact(deps, who, id)
}

export const optInContact = (deps: Pick<Deps, 'db' | 'clock'>, who: Vendor, id: string) =>
  inTransaction(deps.db, (tx) => optInWithin(tx, who.vendorId, id, deps.clock.now()))

async function optOutWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  await sql.insertOptOut(tx, vendorId, await lockedHash(tx, vendorId, id), 'MANUAL', now)
}

async function optInWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  const hash = await lockedHash(tx, vendorId, id)
  await sql.deleteOptOut(tx, vendorId, [hash], ['STOP', 'MANUAL'], now)
  if (await sql.findOptOut(tx, vendorId, hash))
    throw new AppError('OPTED_OUT', {
      detail: 'The contact turned off marketing messages in WhatsApp, and only they can turn them on again.',
    })
}

async function lockedHash(tx: Tx, vendorId: VendorId, id: string) {
  const hash = (await lockContact(tx, vendorId, id)) && (await mobileHashOf(tx, vendorId, id))
  if (!hash) throw notFound()
  return hash
}

const hashesOf = ({ blindIndex }: HashDeps, vendorId: VendorId, mobile: string) =>
  spellingsOf(mobile).map((spelling) => mobileHash(blindIndex, vendorId, spelling))
