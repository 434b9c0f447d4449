import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { AccountId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as sql from './passkeys.cross-vendor.sql.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyAssertion } from './schema.ts'

/** Identifies the account to the authenticator. Says nothing about the person. */
export const userHandle = (accountId: AccountId) => Buffer.from(accountId.replaceAll('-', ''), 'hex')

/**
 * Whether a passkey of this account has signed the challenge on our pages, with the user verified by PIN or biometry: a
 * passkey is then two factors in itself. Saves the use.
 */
export async function usePasskey(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl'>,
  accountId: AccountId,
  assertion: PasskeyAssertion,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const handle = assertion.response.userHandle
  if (handle && handle !== userHandle(accountId).toString('base64url')) return false
  const passkey = await sql.lockPasskey(tx, accountId, Buffer.from(assertion.id, 'base64url'))
  if (!passkey) return false
  const { id, origin } = relyingParty(deps)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertionOf(assertion),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.signCount),
    },
    // The library throws for every mismatch.
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  await sql.savePasskeyUse(tx, passkey.id, authenticationInfo.newCounter, now)
  return true
}

const assertionOf = ({ response, ...credential }: PasskeyAssertion): AuthenticationResponseJSON => ({
  id: credential.id,
  rawId: credential.rawId,
  type: credential.type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  },
})

/** The challenge that a browser says it signed; undefined when there is none to be read. */
export function signedChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export const passkeyRefused = () =>
  new AppError('PASSKEY_INVALID', {
    detail: 'This passkey was not accepted. Try again, or use another way to sign in.',
  })
