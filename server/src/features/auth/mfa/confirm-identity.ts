import { blockedForSeconds } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { hashEmail, openEmail } from '../accounts/email-identity.ts'
import { findAccount, findAccountByEmail } from '../cross-vendor.sql.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import { assertNotBlocked } from '../sign-in/login.ts'
import { ensureAccountFailures, findSourceFailures, lockAccountFailures } from '../sign-in/sources.cross-vendor.sql.ts'
import { countFailure } from '../sign-in/sources.ts'
import { lastConfirmedAt, saveConfirmation } from './factors.cross-vendor.sql.ts'

export type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'passwords'>

/**
 * A copied access token or an unattended page must not be enough to add a way to sign in, which would outlast a new
 * password. So a session that was not started just now has to confirm the password first.
 */
export async function assertConfirmedRecently({ db, clock }: Pick<Deps, 'db' | 'clock'>, who: Person) {
  const confirmedAt = await lastConfirmedAt(db, who.sessionId, who.accountId)
  const recently = clock.now().getTime() - RECENT_SIGN_IN_SECONDS * 1000
  if (!confirmedAt || confirmedAt.getTime() < recently)
    throw new AppError('PASSWORD_CONFIRMATION_REQUIRED', { detail: 'Confirm your password to continue.' })
}

export async function confirmPassword(deps: ConfirmDeps, who: Person, password: string) {
  await checkPassword(deps, who, password)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => saveConfirmation(tx, who.sessionId, who.accountId, now))
}

/** Wrong passwords count like those at sign-in, with the session as their source. */
export async function checkPassword(deps: ConfirmDeps, who: Person, password: string) {
  const account = await findAccount(deps.db, who.accountId)
  if (!account) throw sessionEnded()
  const emailHash = hashEmail(deps, await openEmail(deps, deps.db, account.emailCipher))
  const sourceHash = sessionSource(deps, who)
  assertNotBlocked(blockedForSeconds(await findSourceFailures(deps.db, emailHash, sourceHash), deps.clock.now()))
  const stored = await findAccountByEmail(deps.db, deps.blindIndex.withLater(emailHash))
  const isRight = await deps.passwords.verify(stored?.passwordHash, password)
  const now = deps.clock.now()
  const seconds = await inTransaction(deps.db, (tx) => countGuess(tx, emailHash, sourceHash, isRight, now))
  assertNotBlocked(seconds)
  if (!isRight)
    throw new AppError('VALIDATION_FAILED', {
      detail: 'This password is incorrect.',
      errors: [{ path: 'password', message: 'This password is incorrect.' }],
    })
  return { emailHash }
}

export const sessionSource = (deps: Pick<Deps, 'blindIndex'>, who: Person) =>
  deps.blindIndex.of('sign-in-session', PLATFORM, who.sessionId)

/** Reads the count again under lock, so that concurrent guesses get no more answers than sequential ones. */
async function countGuess(tx: Tx, emailHash: Buffer, sourceHash: Buffer, isRight: boolean, now: Date) {
  if (!isRight) await ensureAccountFailures(tx, emailHash, now)
  await lockAccountFailures(tx, emailHash)
  const seconds = blockedForSeconds(await findSourceFailures(tx, emailHash, sourceHash), now)
  if (seconds === 0 && !isRight) await countFailure(tx, emailHash, sourceHash, now)
  return seconds
}
