import type { Signer } from '../../../platform/crypto/signing.ts'

/**
 * `hd_<device>_<signature>`: identifies a browser. It gives no access; wrong passwords from elsewhere do not count
 * against a user who has signed in with this browser before.
 */
const SHAPE = /^hd_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'device'

export const deviceToken = (signer: Signer, deviceId: string) =>
  `hd_${deviceId}_${signer.sign(PURPOSE, deviceId).toString('base64url')}`

export function readDeviceToken(signer: Signer, token: string | undefined): string | undefined {
  const [, deviceId, signature] = SHAPE.exec(token ?? '') ?? []
  if (!deviceId || !signature) return undefined
  return signer.verify(PURPOSE, deviceId, Buffer.from(signature, 'base64url')) ? deviceId : undefined
}
