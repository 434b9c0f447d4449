import type { Signer } from '../../platform/crypto/signing.ts'

/** `ho_<invitation>_<signature>`: computed and never stored. The prefix tells it from invitations to a vendor's team. */
const SHAPE = /^ho_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'operator-invitation'

export const invitationToken = (signer: Signer, invitationId: string) =>
  `ho_${invitationId}_${signer.sign(PURPOSE, invitationId).toString('base64url')}`

/** Undefined if the signature is wrong. */
export function readInvitationToken(signer: Signer, token: string) {
  const [, invitationId, signature] = SHAPE.exec(token) ?? []
  if (!invitationId || !signature) return undefined
  return signer.verify(PURPOSE, invitationId, Buffer.from(signature, 'base64url')) ? invitationId : undefined
}
