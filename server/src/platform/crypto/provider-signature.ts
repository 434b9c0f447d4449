import { hmac, sameBytes } from './signing.ts'

/**
 * The messaging provider's `X-Hub-Signature-256: sha256=<hex>`, over the bytes as they came: it escapes letters and
 * slashes in a way that JSON written again would not have.
 */
export function isCallbackSigned(appSecret: string, body: Buffer, header: unknown): boolean {
  const hex = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined
  return hex !== undefined && sameBytes(hmac(appSecret, body), Buffer.from(hex, 'hex'))
}
