import sodium from 'sodium-native'
import { ConfigError } from '../config/config.ts'
import { type Db, inTransaction, onStaleHash } from '../db/db.ts'
import { type BlindIndex, createBlindIndex, HASH_BYTES, type SharedVersion, sharedVersion } from './blind-index.ts'
import * as sql from './cross-vendor.sql.ts'

/** The blind index of a process, which follows the version of the database. */
export interface VersionedBlindIndex extends BlindIndex {
  /**
   * Reads the version again while a key waits to be used; otherwise does nothing. In a transaction that has already read
   * from a table with hashes, the version stays valid until its end, because changing it locks all of them.
   */
  refresh(db: Db): Promise<void>
  version(): number
  keys: readonly Buffer[]
  shared: SharedVersion
}

/**
 * Compares the keys with those that the database was hashed with, and refuses others by name: with another key no row
 * would be found. The first process on a database records the first key.
 */
export async function openBlindIndex(handles: readonly Db[], keys: readonly Buffer[]): Promise<VersionedBlindIndex> {
  const [db] = handles as [Db]
  await inTransaction(db, (tx) => sql.insertFirstKey(tx, fingerprintOf(keys[0] as Buffer)))
  const known = await sql.listIndexKeys(db)
  const problems = known.flatMap(({ version, fingerprint }) => problemOf(keys[version - 1], version, fingerprint))
  if (problems.length > 0) throw new ConfigError(problems)
  const shared = sharedVersion(known.length)
  const version = () => Atomics.load(shared, 0)
  const read = async (from: Db) => {
    const current = (await sql.listIndexKeys(from)).length
    if (current > keys.length)
      throw new Error(`BLIND_INDEX_KEY has ${keys.length} keys, and the database uses ${current}: restart with all`)
    Atomics.store(shared, 0, current)
  }
  for (const handle of handles) onStaleHash(handle, () => read(db))
  return {
    ...createBlindIndex(keys, shared),
    keys,
    shared,
    version,
    refresh: async (from) => {
      if (version() < keys.length) await read(from)
    },
  }
}

function problemOf(key: Buffer | undefined, version: number, fingerprint: Buffer): string[] {
  if (!key) return [`BLIND_INDEX_KEY: key ${version} is missing. The database uses it, and earlier keys stay needed`]
  return fingerprintOf(key).equals(fingerprint)
    ? []
    : [`BLIND_INDEX_KEY: key ${version} is not the one that the database was hashed with. Keys are added at the end`]
}

/** Recognises a key without revealing it. */
export function fingerprintOf(key: Buffer): Buffer {
  const fingerprint = Buffer.alloc(HASH_BYTES)
  sodium.crypto_generichash(fingerprint, Buffer.from('blind-index fingerprint'), key)
  return fingerprint
}
