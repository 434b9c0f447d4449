import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Secrets that are computed instead of stored: codes, refresh tokens, invitations. Each purpose has its own key,
 * derived from one secret.
 */
export interface Signer {
  /** 32 bytes that cannot be computed without the secret. */
  sign(purpose: string, message: string): Buffer
  verify(purpose: string, message: string, signature: Buffer): boolean
}

export function createSigner(secret: string): Signer {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = keys.get(purpose) ?? hmac(secret, `harkara/${purpose}`)
    keys.set(purpose, key)
    return key
  }
  const sign = (purpose: string, message: string) => hmac(keyFor(purpose), message)
  return {
    sign,
    verify: (purpose, message, signature) => sameBytes(sign(purpose, message), signature),
  }
}

export const hmac = (key: string | Buffer, message: string | Buffer) =>
  createHmac('sha256', key).update(message).digest()

/** Takes constant time for inputs of equal length. The length is not secret. */
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
