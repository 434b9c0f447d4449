import sodium from 'sodium-native'
import type { VendorId } from '../../domain/ids.ts'
import { cachedPrefixes } from './cached-prefixes.ts'

/**
 * A keyed hash that finds a row by a value that is only stored encrypted. It depends on the purpose and the vendor, so
 * the same value has unrelated hashes in two columns or for two vendors, and without the keys values cannot be guessed
 * by trying.
 *
 * Keys are only ever added. The first key hashes the value, and each later key hashes the result of the one before, so
 * stored hashes can be moved to a new key without the values. How many of the keys are in use is the version; all rows
 * have the same one, and rotate-blind-index.ts changes it. From version 2 on the last byte of a hash is its version.
 */
export interface BlindIndex {
  of(purpose: string, vendorId: VendorId, value: string): Buffer
  /** For very many values: reuses one buffer, so each hash is valid until the next call. */
  hasherFor(purpose: string, vendorId: VendorId): (value: string) => Buffer
  /** A short hash, for columns that contain one for each word. */
  tokenHasherFor(purpose: string, vendorId: VendorId): (value: string) => bigint
  /**
   * The hash, and what it becomes with keys that are not in use yet. Looking for all of them finds the row even if the
   * version changes in between.
   */
  withLater(hash: Buffer): Buffer[]
  /** Whether two hashes that were read or computed at different times are hashes of the same value. */
  isSame(one: Buffer, other: Buffer): boolean
  /** The same for the short hashes of several words, which are looked for together. */
  tokensWithLater(tokens: readonly bigint[]): bigint[][]
  /** With the first key only, for values that leave the database and must be the same after a rotation. */
  constantHasherFor(purpose: string, vendorId: VendorId): (value: string) => Buffer
}

/** The number of keys in use. Shared with threads, which therefore see a change at once. */
export type SharedVersion = Int32Array<SharedArrayBuffer>
export const sharedVersion = (version: number): SharedVersion => {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  shared[0] = version
  return shared
}

export const HASH_BYTES = 32
const TOKEN_BYTES = 8
const SHORT_CHARS = 100
const CHAR_BYTES_MAX = 3

const keyedHash = (key: Buffer, input: Buffer, hash = Buffer.allocUnsafe(HASH_BYTES)) => {
  sodium.crypto_generichash(hash, input, key)
  return hash
}

export function createBlindIndex(keys: readonly Buffer[], shared: SharedVersion = sharedVersion(1)): BlindIndex {
  const [first] = keys as [Buffer]
  const currentVersion = () => Atomics.load(shared, 0)
  const keyOf = (version: number) => {
    const key = keys[version - 1]
    if (!key) throw new Error(`BLIND_INDEX_KEY has ${keys.length} keys, and the database uses ${version}`)
    return key
  }
  const toCurrent = (hash: Buffer) => {
    let moved = hash
    for (let version = 2; version <= currentVersion(); version++) moved = moveHash(keyOf(version), version, moved)
    return moved
  }
  const tokenToCurrent = (token: bigint) => {
    let moved = token
    for (let version = 2; version <= currentVersion(); version++) moved = moveToken(keyOf(version), moved)
    return moved
  }
  const inputOf = (purpose: string, vendorId: VendorId, value: string) =>
    Buffer.from(`${purpose}\0${vendorId}\0${value}`, 'utf8')
  const constantHasherFor = (purpose: string, vendorId: VendorId) => {
    const prefix = Buffer.from(`${purpose}\0${vendorId}\0`, 'utf8')
    const buffer = Buffer.concat([prefix, Buffer.alloc(SHORT_CHARS * CHAR_BYTES_MAX)])
    const inputUpTo = cachedPrefixes(buffer)
    const hash = Buffer.alloc(HASH_BYTES)
    return (value: string) => {
      if (value.length > SHORT_CHARS) return keyedHash(first, inputOf(purpose, vendorId, value))
      return keyedHash(first, inputUpTo(prefix.length + buffer.write(value, prefix.length)), hash)
    }
  }
  const withLater = (hash: Buffer) => {
    const hashes = [hash]
    for (let version = versionOf(hash) + 1; version <= keys.length; version++)
      hashes.push(moveHash(keyOf(version), version, hashes.at(-1) as Buffer))
    return hashes
  }
  return {
    of: (purpose, vendorId, value) => toCurrent(keyedHash(first, inputOf(purpose, vendorId, value))),
    hasherFor(purpose, vendorId) {
      const constant = constantHasherFor(purpose, vendorId)
      return (value) => toCurrent(constant(value))
    },
    tokenHasherFor(purpose, vendorId) {
      const constant = constantHasherFor(purpose, vendorId)
      return (value) => tokenToCurrent(constant(value).readBigInt64BE())
    },
    withLater,
    isSame: (one, other) =>
      withLater(one).some((later) => later.equals(other)) || withLater(other).some((later) => later.equals(one)),
    tokensWithLater(tokens) {
      const versions = [[...tokens]]
      for (let version = currentVersion() + 1; version <= keys.length; version++)
        versions.push((versions.at(-1) as bigint[]).map((token) => moveToken(keyOf(version), token)))
      return versions
    },
    constantHasherFor,
  }
}

/** Hashes of version 1 have no version byte. Columns of erased rows contain other values, which move like them. */
const versionOf = (hash: Buffer): number => (hash.length > HASH_BYTES ? (hash[HASH_BYTES] as number) : 1)

/** What the hash of the version before becomes with the key of this version. */
export function moveHash(key: Buffer, version: number, hash: Buffer): Buffer {
  const moved = Buffer.allocUnsafe(HASH_BYTES + 1)
  keyedHash(key, hash.subarray(0, HASH_BYTES), moved.subarray(0, HASH_BYTES))
  moved[HASH_BYTES] = version
  return moved
}

export function moveToken(key: Buffer, token: bigint): bigint {
  const bytes = Buffer.allocUnsafe(TOKEN_BYTES)
  bytes.writeBigInt64BE(token)
  return keyedHash(key, bytes).readBigInt64BE()
}
