import { PASSKEY_CHALLENGE_SECONDS } from '../../../domain/limits.ts'
import type { Signer } from '../../../platform/crypto/signing.ts'
import { newId } from '../../../platform/ids.ts'

/**
 * The challenge that a passkey signs: `<id>.<expiry>.<signature>`. It is computed and not stored, so that requests of
 * strangers leave nothing behind; only the ids of used ones are stored. `subject` is who may use it: a session that adds
 * a passkey, or nobody in particular for a sign-in.
 */
const SHAPE = /^([0-9a-f-]{36})\.(\d{13,14})\.([A-Za-z0-9_-]{43})$/
const PURPOSE = 'passkey-challenge'

export function passkeyChallenge(signer: Signer, subject: string, now: Date): string {
  const body = `${newId<'passkeyChallenge'>()}.${now.getTime() + PASSKEY_CHALLENGE_SECONDS * 1000}`
  return `${body}.${signer.sign(PURPOSE, `${subject} ${body}`).toString('base64url')}`
}

/** Reads the challenge as the browser returns it: the text in base64url. */
export function readPasskeyChallenge(signer: Signer, subject: string, challenge: string, now: Date) {
  const text = Buffer.from(challenge, 'base64url').toString('utf8')
  const [, id, expiry, signature] = SHAPE.exec(text) ?? []
  if (!id || !expiry || !signature) return undefined
  if (!signer.verify(PURPOSE, `${subject} ${id}.${expiry}`, Buffer.from(signature, 'base64url'))) return undefined
  const expiresAt = new Date(Number(expiry))
  return expiresAt > now ? { id, expiresAt } : undefined
}
