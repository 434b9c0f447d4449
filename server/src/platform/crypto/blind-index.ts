import sodium from 'sodium-native'
import type { VendorId } from '../../domain/ids.ts'
import { cachedPrefixes } from './cached-prefixes.ts'

/**
 * A keyed hash that finds a row by a value that is only stored encrypted. It depends on the purpose and the vendor, so
 * the same value has unrelated hashes in two columns or for two vendors, and without the key values cannot be guessed
 * by trying.
 */
export interface BlindIndex {
  of(purpose: string, vendorId: VendorId, value: string): Buffer
  /** For very many values: reuses one buffer, so each hash is valid until the next call. */
  hasherFor(purpose: string, vendorId: VendorId): (value: string) => Buffer
}

const HASH_BYTES = 32
const SHORT_CHARS = 100
const CHAR_BYTES_MAX = 3

export function createBlindIndex(key: Buffer): BlindIndex {
  const hashOf = (input: Buffer, hash = Buffer.allocUnsafe(HASH_BYTES)) => {
    sodium.crypto_generichash(hash, input, key)
    return hash
  }
  const of = (purpose: string, vendorId: VendorId, value: string) =>
    hashOf(Buffer.from(`${purpose}\0${vendorId}\0${value}`, 'utf8'))
  return {
    of,
    hasherFor(purpose, vendorId) {
      const prefix = Buffer.from(`${purpose}\0${vendorId}\0`, 'utf8')
      const buffer = Buffer.concat([prefix, Buffer.alloc(SHORT_CHARS * CHAR_BYTES_MAX)])
      const inputUpTo = cachedPrefixes(buffer)
      const hash = Buffer.alloc(HASH_BYTES)
      return (value) => {
        if (value.length > SHORT_CHARS) return of(purpose, vendorId, value)
        return hashOf(inputUpTo(prefix.length + buffer.write(value, prefix.length)), hash)
      }
    },
  }
}
