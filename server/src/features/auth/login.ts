import type { AccountId } from '../../domain/ids.ts'
import { REGISTRATION_TTL_HOURS } from '../../domain/limits.ts'
import { afterFailure, blockedForSeconds } from '../../domain/sign-in-limit.ts'
import { verifyPassword } from '../../platform/crypto/passwords.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { tooMany } from '../../platform/http/throttle.ts'
import { hashEmail } from './email-identity.ts'
import type { LoginBody } from './schema.ts'
import { openSession, type SessionAnswer, type SessionDeps, standingOf } from './sessions.ts'
import * as sql from './sql.ts'

type LoginDeps = SessionDeps & Pick<Deps, 'blindIndex'>
/** Each costs a password check; nobody needs more. */
const PENDING_ATTEMPTS_CHECKED_MAX = 3

/** Wrong passwords are counted alike for addresses with and without an account. */
export async function login(deps: LoginDeps, input: LoginBody, device: string | undefined): Promise<SessionAnswer> {
  const emailHash = hashEmail(deps, input.email)
  assertNotBlocked(blockedForSeconds(await sql.findFailures(deps.db, emailHash), deps.clock.now()))
  const found = await checkPassword(deps, emailHash, input.password)
  const now = deps.clock.now()
  const outcome = await inTransaction(deps.db, (tx) => loginIn(tx, deps, emailHash, found, device, now))
  if (outcome.kind === 'signed-in') return outcome.session
  if (outcome.kind === 'blocked') assertNotBlocked(outcome.seconds)
  throw outcome.kind === 'not-verified'
    ? new AppError('EMAIL_NOT_VERIFIED', { detail: 'Please verify your email address first: ask for a code.' })
    : new AppError('INVALID_CREDENTIALS')
}

type Found = { kind: 'account'; id: AccountId } | { kind: 'pending' } | { kind: 'nobody' }

/** One password check whether or not there is an account, so that the time taken says nothing. */
async function checkPassword(deps: LoginDeps, emailHash: Buffer, password: string): Promise<Found> {
  const account = await sql.findAccountByEmail(deps.db, emailHash)
  if (account) {
    const right = await verifyPassword(account.passwordHash, password)
    return right && account.status === 'ACTIVE' ? { kind: 'account', id: account.id } : { kind: 'nobody' }
  }
  const since = new Date(deps.clock.now().getTime() - REGISTRATION_TTL_HOURS * 3_600_000)
  const [newest, ...older] = await sql.openAttempts(deps.db, emailHash, since)
  if (await verifyPassword(newest?.passwordHash, password)) return { kind: 'pending' }
  for (const attempt of older.slice(0, PENDING_ATTEMPTS_CHECKED_MAX - 1))
    if (await verifyPassword(attempt.passwordHash, password)) return { kind: 'pending' }
  return { kind: 'nobody' }
}

/**
 * The count is read again under lock: of many guesses sent at once only as many are answered as one after the other
 * would be, even if a right one is among the rest.
 */
async function loginIn(
  tx: Tx,
  deps: LoginDeps,
  emailHash: Buffer,
  found: Found,
  device: string | undefined,
  now: Date,
) {
  if (found.kind === 'nobody') await sql.ensureFailureRow(tx, emailHash, now)
  const failures = await sql.lockFailures(tx, emailHash)
  const blockedSeconds = blockedForSeconds(failures, now)
  if (blockedSeconds > 0) return { kind: 'blocked', seconds: blockedSeconds } as const
  if (found.kind === 'nobody') {
    await sql.saveFailures(tx, emailHash, afterFailure(failures, now))
    return { kind: 'refused' } as const
  }
  // Right, but there is nothing to sign in to: the company was closed, or the person left this moment.
  if (found.kind === 'account' && !(await standingOf(tx, found.id))) return { kind: 'refused' } as const
  if (failures) await sql.clearFailures(tx, emailHash)
  if (found.kind === 'pending') return { kind: 'not-verified' } as const
  return { kind: 'signed-in', session: await openSession(tx, deps, found.id, device, now) } as const
}

export function assertNotBlocked(seconds: number) {
  if (seconds > 0) throw tooMany(seconds, 'Too many wrong passwords for this account. Please wait a little.')
}
