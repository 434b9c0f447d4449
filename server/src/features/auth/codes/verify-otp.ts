import { assertNever } from '../../../domain/assert.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { REGISTRATION_TTL_HOURS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { createVendor } from '../../vendors/create.ts'
import { createAccount } from '../accounts/accounts.ts'
import { hashEmail } from '../accounts/email-identity.ts'
import { attemptHashesToMatch, COMPANY_NAME } from '../accounts/register.ts'
import * as sql from '../cross-vendor.sql.ts'
import type { VerifyOtpBody } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { openSession, type SessionDeps } from '../sessions/sessions.ts'
import { saveKnownSource, sourceOf } from '../sign-in/sources.ts'
import { deleteCodes, insertWrongGuess } from './codes.cross-vendor.sql.ts'
import { type CodeGuess, checkCode, codeRefused } from './codes.ts'

type VerifyDeps = SessionDeps & Pick<Deps, 'blindIndex' | 'passwords'>
const DEFAULT_COMPANY_NAME = 'My company'

/**
 * The code proves access to the mailbox; the password identifies the owner's own attempt. Other open attempts may have
 * been made by another person, and their passwords must never give access to this account.
 */
export async function verifyOtp(deps: VerifyDeps, input: VerifyOtpBody, client: Client) {
  const now = deps.clock.now()
  const emailHash = hashEmail(deps, input.email)
  const source = await sourceOf(deps.db, emailHash, client, now)
  const guess = { emailHash, purpose: 'REGISTER', otp: input.otp, source } as const
  const outcome = await inTransaction(deps.db, (tx) => verifyWithin(tx, deps, guess, input, client, now))
  switch (outcome.kind) {
    case 'verified':
      return outcome.session
    case 'wrong':
    case 'expired':
    case 'paused':
      throw codeRefused(outcome)
    case 'password-required':
      throw new AppError('PASSWORD_REQUIRED', {
        detail: 'This address was registered more than once. Send the password you chose as well.',
      })
    default:
      return assertNever(outcome)
  }
}

/** Refusals are returned, not thrown, because the used try has to be committed. */
async function verifyWithin(
  tx: Tx,
  deps: VerifyDeps,
  guess: CodeGuess,
  input: VerifyOtpBody,
  client: Client,
  now: Date,
) {
  const { emailHash, purpose, source } = guess
  const check = await checkCode(tx, deps, guess, now)
  if (check.kind !== 'right') return check
  if (await sql.findAccountByEmail(tx, deps.blindIndex.withLater(emailHash))) return { kind: 'wrong' } as const
  const since = new Date(now.getTime() - REGISTRATION_TTL_HOURS * 3_600_000)
  const attempts = await sql.firstAttempts(tx, emailHash, since)
  if (attempts.length > 1 && input.password === undefined) return { kind: 'password-required' } as const
  const attempt =
    input.password === undefined
      ? attempts[0]
      : await sql.findAttemptByPassword(
          tx,
          emailHash,
          await attemptHashesToMatch(deps, emailHash, input.password),
          since,
        )
  if (!attempt) {
    await insertWrongGuess(tx, { emailHash, purpose, codeIds: [check.codeId], source, now })
    return { kind: 'wrong' } as const
  }
  const { id, passwordHash } = attempt
  await createAccount(tx, deps, { id, email: input.email, passwordHash }, now)
  await deleteCodes(tx, emailHash, purpose)
  const companyName = await companyNameOf(tx, deps, attempt.companyNameCipher)
  await createVendor(tx, deps, { companyName, administrator: attempt.id }, now)
  await saveKnownSource(tx, attempt.id, client, now)
  return { kind: 'verified', session: await openSession(tx, deps, attempt.id, client, now) } as const
}

async function companyNameOf(tx: Tx, deps: Pick<Deps, 'keyring'>, sealed: Buffer | null) {
  return sealed ? (await deps.keyring.of(tx, PLATFORM)).open(COMPANY_NAME, sealed) : DEFAULT_COMPANY_NAME
}
