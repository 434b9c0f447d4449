import type { Signer } from '../../../platform/crypto/signing.ts'

/** `hc_<challenge>_<signature>`: computed and never stored, like refresh tokens. */
const SHAPE = /^hc_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'sign-in-challenge'

export const challengeToken = (signer: Signer, challengeId: string) =>
  `hc_${challengeId}_${signer.sign(PURPOSE, challengeId).toString('base64url')}`

export function readChallengeToken(signer: Signer, token: string): string | undefined {
  const [, challengeId, signature] = SHAPE.exec(token) ?? []
  if (!challengeId || !signature) return undefined
  return signer.verify(PURPOSE, challengeId, Buffer.from(signature, 'base64url')) ? challengeId : undefined
}
