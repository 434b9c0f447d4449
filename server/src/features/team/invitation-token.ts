import type { VendorId } from '../../domain/ids.ts'
import type { Signer } from '../../platform/crypto/signing.ts'

/** `hi_<vendor>_<invitation>_<signature>`: computed and never stored, like refresh tokens. */
const SHAPE = /^hi_([0-9a-f-]{36})_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'invitation'

export const invitationToken = (signer: Signer, vendorId: VendorId, invitationId: string) =>
  `hi_${vendorId}_${invitationId}_${signer.sign(PURPOSE, `${vendorId}.${invitationId}`).toString('base64url')}`

export function readInvitationToken(signer: Signer, token: string) {
  const [, vendorId, invitationId, signature] = SHAPE.exec(token) ?? []
  if (!vendorId || !invitationId || !signature) return undefined
  const isOurs = signer.verify(PURPOSE, `${vendorId}.${invitationId}`, Buffer.from(signature, 'base64url'))
  return isOurs ? { vendorId: vendorId as VendorId, invitationId } : undefined
}
