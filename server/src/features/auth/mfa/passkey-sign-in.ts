import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { PASSKEY_CHALLENGE_SECONDS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { holdTokenVersion } from '../cross-vendor.sql.ts'
import type { Client } from '../sessions/client.ts'
import { accountStatusOf, openSession, type SessionAnswer, type SessionDeps } from '../sessions/sessions.ts'
import { saveKnownSource } from '../sign-in/sources.ts'
import { passkeyChallenge, readPasskeyChallenge } from './passkey-challenge.ts'
import * as sql from './passkeys.cross-vendor.sql.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyAssertion } from './schema.ts'
import { passkeyRefused, signedChallenge, usePasskey } from './verify-passkey.ts'

type PasskeySignInDeps = SessionDeps & Pick<Deps, 'publicUrl'>
const SUBJECT = 'sign-in'

/** The same for everybody: the browser offers the passkeys that it has for this site. */
export const passkeySignInOptions = (deps: PasskeySignInDeps) =>
  generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    challenge: passkeyChallenge(deps.signer, SUBJECT, deps.clock.now()),
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  })

/**
 * A passkey with user verification is two factors in one and cannot be guessed, so neither a password nor a mailed code
 * is asked for, even while strangers guess passwords of the account. Every refusal is the same.
 */
export async function signInWithPasskey(
  deps: PasskeySignInDeps,
  assertion: PasskeyAssertion,
  client: Client,
): Promise<SessionAnswer> {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => signInWithin(tx, deps, assertion, client, now))
}

async function signInWithin(tx: Tx, deps: PasskeySignInDeps, assertion: PasskeyAssertion, client: Client, now: Date) {
  const signed = signedChallenge(assertion.response.clientDataJSON)
  const challenge = signed && readPasskeyChallenge(deps.signer, SUBJECT, signed, now)
  const accountId = challenge && (await sql.ownerOfCredential(tx, Buffer.from(assertion.id, 'base64url')))
  if (!accountId) throw passkeyRefused()
  await holdTokenVersion(tx, accountId)
  const isAccepted =
    (await accountStatusOf(tx, accountId)) !== undefined &&
    (await usePasskey(tx, deps, accountId, assertion, signed, now)) &&
    (await sql.useChallenge(tx, challenge.id, challenge.expiresAt))
  if (!isAccepted) throw passkeyRefused()
  await saveKnownSource(tx, accountId, client, now)
  return openSession(tx, deps, accountId, client, now)
}
