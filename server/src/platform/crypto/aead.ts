import sodium from 'sodium-native'
import { cachedPrefixes } from './cached-prefixes.ts'

const NONCE_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
const TAG_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES
const KEY_BYTES = 32
const SEAL_OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES

/** Nonces are drawn in bulk, because a call into libsodium for each would cost more than the encryption. */
const NONCES = 256
const drawn = Buffer.alloc(NONCES * NONCE_BYTES)
const nonces = Array.from({ length: NONCES }, (_, i) => drawn.subarray(i * NONCE_BYTES, (i + 1) * NONCE_BYTES))
let noncesUsed = NONCES

/** XChaCha20-Poly1305 with a random nonce before the ciphertext. `context` must be the same when it is opened. */
export function seal(key: Buffer, context: Buffer, message: Buffer, prefix: Buffer = EMPTY): Buffer {
  const sealed = Buffer.allocUnsafe(prefix.length + SEAL_OVERHEAD_BYTES + message.length)
  prefix.copy(sealed)
  const nonce = nextNonce()
  nonce.copy(sealed, prefix.length)
  const cipher = sealed.subarray(prefix.length + NONCE_BYTES)
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(cipher, message, context, null, nonce, key)
  return sealed
}

/**
 * The nonce is a keyed hash of the message, so that equal messages have equal ciphertexts and can be looked up. Only
 * where it is no secret that two are equal. `nonceKey` serves nothing else.
 */
export function sealEqually(key: Buffer, nonceKey: Buffer, context: Buffer, message: Buffer): Buffer {
  const sealed = Buffer.allocUnsafe(SEAL_OVERHEAD_BYTES + message.length)
  const nonce = sealed.subarray(0, NONCE_BYTES)
  sodium.crypto_generichash(nonce, message, nonceKey)
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed.subarray(NONCE_BYTES), message, context, null, nonce, key)
  return sealed
}

const BRIEF_CHARS = 500
const CHAR_BYTES_MAX = 3

/** For very many texts: reuses one buffer, so each result is valid until the next call. */
export function reusingSealer(key: Buffer, context: Buffer, prefix: Buffer): (text: string) => Buffer {
  const nonceAt = prefix.length
  const plain = Buffer.alloc(BRIEF_CHARS * CHAR_BYTES_MAX)
  const sealed = Buffer.concat([prefix, Buffer.alloc(SEAL_OVERHEAD_BYTES + plain.length)])
  const messageUpTo = cachedPrefixes(plain)
  const cipherUpTo = cachedPrefixes(sealed, nonceAt + NONCE_BYTES)
  const sealedUpTo = cachedPrefixes(sealed)
  return (text) => {
    if (text.length > BRIEF_CHARS) return seal(key, context, Buffer.from(text, 'utf8'), prefix)
    const message = messageUpTo(plain.write(text))
    const nonce = nextNonce()
    sealed.set(nonce, nonceAt)
    const end = prefix.length + SEAL_OVERHEAD_BYTES + message.length
    sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(cipherUpTo(end), message, context, null, nonce, key)
    return sealedUpTo(end)
  }
}

/** Throws when the ciphertext or the context was altered. */
export function open(key: Buffer, context: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < SEAL_OVERHEAD_BYTES) throw new Error('ciphertext is too short')
  const message = Buffer.allocUnsafe(sealed.length - SEAL_OVERHEAD_BYTES)
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const cipher = sealed.subarray(NONCE_BYTES)
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(message, null, cipher, context, nonce, key)
  return message
}

export function randomKey(): Buffer {
  const key = Buffer.alloc(KEY_BYTES)
  sodium.randombytes_buf(key)
  return key
}

const EMPTY = Buffer.alloc(0)

function nextNonce(): Buffer {
  if (noncesUsed === NONCES) {
    sodium.randombytes_buf(drawn)
    noncesUsed = 0
  }
  return nonces[noncesUsed++] as Buffer
}
