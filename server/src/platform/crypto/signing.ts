import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Secrets that are computed instead of stored: codes, refresh tokens, invitations. Each purpose has its own key,
 * derived from one secret. While the secret is being replaced there are two: the first signs, both verify.
 */
export interface Signer {
  /** 32 bytes that cannot be computed without the secret. */
  sign(purpose: string, message: string): Buffer
  /** The signatures that count as valid, the one of `sign` first. */
  validSignatures(purpose: string, message: string): Buffer[]
  verify(purpose: string, message: string, signature: Buffer): boolean
}

export type SigningSecrets = readonly [current: string, ...others: string[]]

export function createSigner([current, ...others]: SigningSecrets): Signer {
  const sign = signerOf(current)
  const signers = [sign, ...others.map(signerOf)]
  const validSignatures = (purpose: string, message: string) => signers.map((signWith) => signWith(purpose, message))
  return {
    sign,
    validSignatures,
    verify: (purpose, message, signature) =>
      validSignatures(purpose, message).some((valid) => sameBytes(valid, signature)),
  }
}

function signerOf(secret: string) {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = keys.get(purpose) ?? hmac(secret, `harkara/${purpose}`)
    keys.set(purpose, key)
    return key
  }
  return (purpose: string, message: string) => hmac(keyFor(purpose), message)
}

export const hmac = (key: string | Buffer, message: string | Buffer) =>
  createHmac('sha256', key).update(message).digest()

/** Takes constant time for inputs of equal length. The length is not secret. */
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
