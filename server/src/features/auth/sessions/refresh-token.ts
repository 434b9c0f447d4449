import type { Signer } from '../../../platform/crypto/signing.ts'

/**
 * `hr_<session>_<generation>_<signature>`: computed and never stored, so that a copy of the database gives access to no
 * session and the same rotation can be answered twice with the same token.
 */
const SHAPE = /^hr_([0-9a-f-]{36})_([1-9]\d{0,8})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'refresh-token'

export function refreshToken(signer: Signer, sessionId: string, generation: number): string {
  return `hr_${sessionId}_${generation}_${signer.sign(PURPOSE, `${sessionId}.${generation}`).toString('base64url')}`
}

export function readRefreshToken(signer: Signer, token: string) {
  const [, sessionId, generation, signature] = SHAPE.exec(token) ?? []
  if (!sessionId || !generation || !signature) return undefined
  const isOurs = signer.verify(PURPOSE, `${sessionId}.${generation}`, Buffer.from(signature, 'base64url'))
  return isOurs ? { sessionId, generation: Number(generation) } : undefined
}
