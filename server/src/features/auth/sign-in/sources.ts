import { afterAccountFailure, afterFailure } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { KNOWN_SOURCE_DAYS, KNOWN_SOURCES_MAX } from '../../../domain/limits.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Client } from '../sessions/client.ts'
import * as sql from './sources.cross-vendor.sql.ts'

/** What guesses are counted by: a device from which the owner has signed in, otherwise the network. */
export interface Source {
  hash: Buffer
  /** The owner of the address has signed in from it before. */
  isKnown: boolean
}

export async function sourceOf(db: Db, emailHash: Buffer, client: Client, now: Date): Promise<Source> {
  const since = new Date(now.getTime() - KNOWN_SOURCE_DAYS * DAY_MS)
  const known = await sql.knownAmong(db, emailHash, [client.deviceHash, client.networkHash], since)
  const isKnown = (hash: Buffer) => known.some((one) => one.equals(hash))
  if (isKnown(client.deviceHash)) return { hash: client.deviceHash, isKnown: true }
  return { hash: client.networkHash, isKnown: isKnown(client.networkHash) }
}

export async function saveKnownSource(tx: Tx, accountId: AccountId, client: Client, now: Date) {
  await sql.upsertKnownSource(tx, accountId, client.rememberedAs, now)
  await sql.trimKnownSources(tx, accountId, KNOWN_SOURCES_MAX)
}

/** Counts one more wrong password. The caller holds the account's row of failures. */
export async function countFailure(tx: Tx, emailHash: Buffer, sourceHash: Buffer, now: Date) {
  const account = await sql.lockAccountFailures(tx, emailHash)
  const own = await sql.findSourceFailures(tx, emailHash, sourceHash)
  await sql.saveAccountFailures(tx, emailHash, afterAccountFailure(account, now))
  await sql.saveSourceFailures(tx, emailHash, sourceHash, afterFailure(own, now))
}

/** A successful sign-in clears the failures of its own source only: those of others may be guesses. */
export async function clearSourceFailures(tx: Tx, emailHash: Buffer, sourceHash: Buffer) {
  const account = await sql.lockAccountFailures(tx, emailHash)
  const own = await sql.deleteSourceFailures(tx, emailHash, sourceHash)
  if (account && own > 0)
    await sql.saveAccountFailures(tx, emailHash, { ...account, failures: Math.max(0, account.failures - own) })
}
