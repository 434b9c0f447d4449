import { blockedForSeconds, isUnderAttack } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { REGISTRATION_TTL_HOURS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { tooMany } from '../../../platform/http/guards/throttle.ts'
import { hashEmail } from '../accounts/email-identity.ts'
import { attemptHashesToMatch } from '../accounts/register.ts'
import { type ChallengeAnswer, issueEmailChallenge, issueSecondFactorChallenge } from '../codes/challenge.ts'
import * as sql from '../cross-vendor.sql.ts'
import type { LoginBody } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { accountStatusOf, openSession, type SessionAnswer, type SessionDeps } from '../sessions/sessions.ts'
import { ensureAccountFailures, findSourceFailures, lockAccountFailures } from './sources.cross-vendor.sql.ts'
import { clearSourceFailures, countFailure, type Source, saveKnownSource, sourceOf } from './sources.ts'

type LoginDeps = SessionDeps & Pick<Deps, 'blindIndex' | 'passwords' | 'publicUrl'>

/** Wrong passwords are counted alike for addresses with and without an account. */
export async function login(
  deps: LoginDeps,
  input: LoginBody,
  client: Client,
): Promise<SessionAnswer | ChallengeAnswer> {
  const emailHash = hashEmail(deps, input.email)
  const source = await sourceOf(deps.db, emailHash, client, deps.clock.now())
  assertNotBlocked(blockedForSeconds(await findSourceFailures(deps.db, emailHash, source.hash), deps.clock.now()))
  const check = await checkPassword(deps, emailHash, input.password)
  const now = deps.clock.now()
  const outcome = await inTransaction(deps.db, (tx) => loginWithin(tx, deps, { emailHash, source, check, client }, now))
  if (outcome.kind === 'signed-in') return outcome.session
  if (outcome.kind === 'challenged') return outcome.challenge
  if (outcome.kind === 'blocked') assertNotBlocked(outcome.seconds)
  throw outcome.kind === 'not-verified'
    ? new AppError('EMAIL_NOT_VERIFIED', { detail: 'Verify your email address first: request a verification code.' })
    : new AppError('INVALID_CREDENTIALS')
}

type PasswordCheck =
  | { kind: 'account'; id: AccountId; tokenVersion: number }
  | { kind: 'pending' }
  | { kind: 'no-match' }

/**
 * Always computes two password hashes: one for the account and one for the open registrations. A user who has just
 * registered an address is told to verify it even when it has an account, because a different answer would reveal the
 * account.
 */
async function checkPassword(deps: LoginDeps, emailHash: Buffer, password: string): Promise<PasswordCheck> {
  const since = new Date(deps.clock.now().getTime() - REGISTRATION_TTL_HOURS * 3_600_000)
  const account = await sql.findAccountByEmail(deps.db, deps.blindIndex.withLater(emailHash))
  const isAccountPassword = await deps.passwords.verify(account?.passwordHash, password)
  const attemptHashes = await attemptHashesToMatch(deps, emailHash, password)
  const attempt = await sql.findAttemptByPassword(deps.db, emailHash, attemptHashes, since)
  if (account && isAccountPassword) {
    const { id, tokenVersion } = account
    return account.status === 'ACTIVE' ? { kind: 'account', id, tokenVersion } : { kind: 'no-match' }
  }
  return { kind: attempt ? 'pending' : 'no-match' }
}

interface Attempt {
  emailHash: Buffer
  source: Source
  check: PasswordCheck
  client: Client
}

/**
 * Reads the counts again under lock: of many concurrent guesses only as many are answered as in sequence, even if a
 * right one is among the rest.
 */
async function loginWithin(tx: Tx, deps: LoginDeps, { emailHash, source, check, client }: Attempt, now: Date) {
  if (check.kind === 'no-match') await ensureAccountFailures(tx, emailHash, now)
  const failures = await lockAccountFailures(tx, emailHash)
  const own = await findSourceFailures(tx, emailHash, source.hash)
  const blockedSeconds = blockedForSeconds(own, now)
  if (blockedSeconds > 0) return { kind: 'blocked', seconds: blockedSeconds } as const
  const account = check.kind === 'account' && (await isStillValid(tx, check)) ? check : undefined
  // Other sources are guessing. A new device gets the same answer for a right and a wrong password, and is counted the
  // same; only the owner of the mailbox learns which. So guesses from any number of networks reveal nothing.
  if (!source.isKnown && isUnderAttack(failures, own, now)) {
    await countFailure(tx, emailHash, source.hash, now)
    const challenge = await issueEmailChallenge(tx, deps, { account, emailHash, source }, now)
    return { kind: 'challenged', challenge } as const
  }
  if (check.kind === 'no-match') {
    await countFailure(tx, emailHash, source.hash, now)
    return { kind: 'refused' } as const
  }
  // Anybody can register an address, so the password of an attempt must not clear the failures of the account.
  if (check.kind === 'pending') return { kind: 'not-verified' } as const
  if (!account) return { kind: 'refused' } as const
  // Failures are cleared and the device is remembered when the second factor was right, too.
  const challenge = await issueSecondFactorChallenge(tx, deps, { account, emailHash, source }, now)
  if (challenge) return { kind: 'challenged', challenge } as const
  await clearSourceFailures(tx, emailHash, source.hash)
  await saveKnownSource(tx, account.id, client, now)
  return { kind: 'signed-in', session: await openSession(tx, deps, account.id, client, now) } as const
}

/** False when the password was replaced, the company was closed or the user has left meanwhile. */
async function isStillValid(tx: Tx, { id, tokenVersion }: { id: AccountId; tokenVersion: number }) {
  return (await sql.holdTokenVersion(tx, id)) === tokenVersion && (await accountStatusOf(tx, id)) !== undefined
}

export function assertNotBlocked(seconds: number) {
  if (seconds > 0) throw tooMany(seconds, 'Too many wrong passwords for this account. Wait before you try again.')
}
