import sodium from 'sodium-native'
import type { VendorId } from '../../domain/ids.ts'

/**
 * A keyed hash that finds a row by a value it only holds encrypted. The purpose and the vendor are part of it: the same
 * value has unrelated hashes in two columns or at two vendors, and without the key nobody can try all values.
 */
export interface BlindIndex {
  of(purpose: string, vendorId: VendorId, value: string): Buffer
}

const HASH_BYTES = 32

export function createBlindIndex(key: Buffer): BlindIndex {
  return {
    of(purpose, vendorId, value) {
      const hash = Buffer.allocUnsafe(HASH_BYTES)
      sodium.crypto_generichash(hash, Buffer.from(`${purpose}\0${vendorId}\0${value}`, 'utf8'), key)
      return hash
    },
  }
}
