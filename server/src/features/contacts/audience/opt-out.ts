import type { VendorId } from '../../../domain/ids.ts'
import { spellingsOf } from '../../../domain/messaging/number-spellings.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { mobileHash } from '../codec.ts'
import { readContact } from '../find.ts'
import { findMobileHash, lockContact } from '../sql.ts'
import type { OptOutReason } from '../tables.ts'
import * as sql from './opt-out.sql.ts'

type HashDeps = Pick<Deps, 'blindIndex'>

/** Stops all messages from the vendor to this number, whether it is a contact now, later or never. */
export const optOut = (tx: Tx, vendorId: VendorId, mobileHash: Buffer, reason: OptOutReason, at: Date) =>
  sql.insertOptOut(tx, vendorId, mobileHash, reason, at)

/** The same by number, in every spelling of it. */
export async function optOutNumber(
  tx: Tx,
  deps: HashDeps,
  vendorId: VendorId,
  mobile: string,
  reason: OptOutReason,
  at: Date,
) {
  await deps.blindIndex.refresh(tx)
  for (const hash of hashSpellings(deps, vendorId, mobile)) await sql.insertOptOut(tx, vendorId, hash, reason, at)
}

/** Opts out the numbers that an import states as opted out. */
export const optOutImported = (
  tx: Tx,
  vendorId: VendorId,
  mobileHashes: sql.SelectedHashes,
  by: { jobId: string; now: Date },
) => sql.insertImportedOptOuts(tx, vendorId, mobileHashes, by)

/** Reverts earlier opt-outs, and only those with these reasons: a START reverts a STOP and nothing else. */
export const optInNumber = (
  tx: Tx,
  deps: HashDeps,
  vendorId: VendorId,
  mobile: string,
  reasons: readonly OptOutReason[],
  at: Date,
) =>
  sql.deleteOptOut(
    tx,
    vendorId,
    hashSpellings(deps, vendorId, mobile).flatMap((hash) => deps.blindIndex.withLater(hash)),
    reasons,
    at,
  )

export const isOptedOut = async (deps: HashDeps, db: Db, vendorId: VendorId, mobileHash: Buffer) =>
  (await findOptedOut(deps, db, vendorId, [mobileHash])).size > 0

/** Those of the hashes, in hex, whose numbers have opted out. */
export async function findOptedOut(
  { blindIndex }: HashDeps,
  db: Db,
  vendorId: VendorId,
  mobileHashes: readonly Buffer[],
) {
  if (mobileHashes.length === 0) return new Set<string>()
  const wanted = mobileHashes.flatMap((hash) => blindIndex.withLater(hash).map((later) => ({ hash, later })))
  const rows = await sql.findOptOuts(
    db,
    vendorId,
    wanted.map(({ later }) => later),
  )
  const found = new Set(rows.map(({ mobileHash }) => mobileHash.toString('hex')))
  return new Set(wanted.filter(({ later }) => found.has(later.toString('hex'))).map(({ hash }) => hash.toString('hex')))
}

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** For opt-outs that a person requested in another way. */
export async function optOutContact(deps: ContactDeps, who: VendorPrincipal, id: string) {
  await inTransaction(deps.db, (tx) => optOutWithin(tx, who.vendorId, id, deps.clock.now()))
  return readContact(deps, who, id)
}

export const optInContact = (deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, id: string) =>
  inTransaction(deps.db, (tx) => optInWithin(tx, who.vendorId, id, deps.clock.now()))

async function optOutWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  await sql.insertOptOut(tx, vendorId, await lockMobileHash(tx, vendorId, id), 'MANUAL', now)
}

async function optInWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  const hash = await lockMobileHash(tx, vendorId, id)
  await sql.deleteOptOut(tx, vendorId, [hash], ['STOP', 'MANUAL'], now)
  if (await sql.findOptOut(tx, vendorId, hash))
    throw new AppError('OPTED_OUT', {
      detail: 'The contact turned off marketing messages in WhatsApp, and only they can turn them on again.',
    })
}

async function lockMobileHash(tx: Tx, vendorId: VendorId, id: string) {
  const hash = (await lockContact(tx, vendorId, id)) && (await findMobileHash(tx, vendorId, id))
  if (!hash) throw notFound()
  return hash
}

const hashSpellings = ({ blindIndex }: HashDeps, vendorId: VendorId, mobile: string) =>
  spellingsOf(mobile).map((spelling) => mobileHash(blindIndex, vendorId, spelling))
