import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { PLATFORM } from '../../../domain/ids.ts'
import { PASSKEY_CHALLENGE_SECONDS, PASSKEYS_PER_ACCOUNT_MAX } from '../../../domain/limits.ts'
import { inTransaction, type Tx, violatedUnique } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import { openEmail } from '../accounts/email-identity.ts'
import { findAccount } from '../cross-vendor.sql.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import { assertConfirmedRecently } from './confirm-identity.ts'
import { beginChange, dropUnneededCodes, finishChange } from './factor-changes.ts'
import { countFactors } from './factors.cross-vendor.sql.ts'
import { passkeyChallenge, readPasskeyChallenge } from './passkey-challenge.ts'
import * as sql from './passkeys.cross-vendor.sql.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyAttestation, PasskeyBody, PasskeyView } from './schema.ts'
import { passkeyRefused, signedChallenge, userHandle } from './verify-passkey.ts'

type PasskeyDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'signer' | 'publicUrl'>
const NAME = 'passkey.name'
const UNNAMED = 'Passkey'

/** What the browser needs to create a passkey. Discoverable, so that it can sign in without an address. */
export async function passkeyOptions(deps: PasskeyDeps, who: Person) {
  await assertConfirmedRecently(deps, who)
  const account = await findAccount(deps.db, who.accountId)
  if (!account) throw sessionEnded()
  const email = await openEmail(deps, deps.db, account.emailCipher)
  const existing = await sql.listPasskeys(deps.db, who.accountId)
  return generateRegistrationOptions({
    rpName: 'Harkara',
    rpID: relyingParty(deps).id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(userHandle(who.accountId)),
    challenge: passkeyChallenge(deps.signer, subjectOf(who), deps.clock.now()),
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** A challenge given to one session is of no use in another. */
const subjectOf = ({ accountId, sessionId }: Person) => `add ${accountId} ${sessionId}`

export async function addPasskey(deps: PasskeyDeps, who: Person, body: PasskeyBody, device: string | undefined) {
  const now = deps.clock.now()
  const challenge = readPasskeyChallenge(deps.signer, subjectOf(who), challengeOf(body.passkey), now)
  if (!challenge) throw passkeyRefused()
  const credential = await verifyAttestation(deps, body.passkey)
  const name = body.name ?? device ?? UNNAMED
  const passkey = {
    id: newId<'passkey'>(),
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: body.passkey.response.transports ?? [],
    nameCipher: (await deps.keyring.of(deps.db, PLATFORM)).seal(NAME, name),
    now,
  }
  const recoveryCodes = await inTransaction(deps.db, (tx) => addWithin(tx, who, passkey, challenge, now))
  return { id: passkey.id, name, createdAt: now.toISOString(), lastUsedAt: null, recoveryCodes }
}

const challengeOf = ({ response }: PasskeyAttestation) => signedChallenge(response.clientDataJSON) ?? ''

async function verifyAttestation(deps: PasskeyDeps, passkey: PasskeyAttestation) {
  const { id, origin } = relyingParty(deps)
  const result = await verifyRegistrationResponse({
    response: attestationOf(passkey),
    expectedChallenge: challengeOf(passkey),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The library throws for every mismatch.
  }).catch(() => undefined)
  if (!result?.verified) throw passkeyRefused()
  return result.registrationInfo.credential
}

const attestationOf = ({ response, ...credential }: PasskeyAttestation): RegistrationResponseJSON => ({
  id: credential.id,
  rawId: credential.rawId,
  type: credential.type,
  clientExtensionResults: {},
  response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
})

async function addWithin(
  tx: Tx,
  who: Person,
  passkey: sql.NewPasskey,
  challenge: { id: string; expiresAt: Date },
  now: Date,
) {
  await beginChange(tx, who)
  if (!(await sql.useChallenge(tx, challenge.id, challenge.expiresAt))) throw passkeyRefused()
  const before = await countFactors(tx, who.accountId)
  if (before.passkeys >= PASSKEYS_PER_ACCOUNT_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `An account can have at most ${PASSKEYS_PER_ACCOUNT_MAX} passkeys. Remove one first.`,
    })
  try {
    await sql.insertPasskey(tx, who.accountId, passkey)
  } catch (error) {
    if (violatedUnique(error) === 'passkey_credential_unique')
      throw new AppError('ALREADY_EXISTS', { detail: 'This passkey has already been added.' })
    throw error
  }
  const isFirst = before.totp + before.passkeys === 0
  const recoveryCodes = isFirst ? await issueRecoveryCodes(tx, who.accountId) : null
  await finishChange(tx, who, 'PASSKEY_ADDED', now)
  return recoveryCodes
}

/** Oldest first. */
export async function listPasskeys(deps: PasskeyDeps, { accountId }: Person): Promise<PasskeyView[]> {
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  const rows = await sql.listPasskeys(deps.db, accountId)
  return rows.map(({ id, nameCipher, createdAt, lastUsedAt }) => ({
    id,
    name: cipher.open(NAME, nameCipher),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Another user's passkey is answered like an unknown one. */
export async function getPasskey(deps: PasskeyDeps, who: Person, id: string) {
  const passkey = (await listPasskeys(deps, who)).find((one) => one.id === id)
  if (!passkey) throw notFound()
  return passkey
}

export async function removePasskey(deps: Pick<Deps, 'db' | 'clock'>, who: Person, id: string) {
  await assertConfirmedRecently(deps, who)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => removeWithin(tx, who, id, now))
}

async function removeWithin(tx: Tx, who: Person, id: string, now: Date) {
  await beginChange(tx, who)
  if (!(await sql.deletePasskey(tx, who.accountId, id))) throw notFound()
  await dropUnneededCodes(tx, who.accountId)
  await finishChange(tx, who, 'PASSKEY_REMOVED', now)
}
