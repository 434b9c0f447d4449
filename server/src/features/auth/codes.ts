import { PLATFORM } from '../../domain/ids.ts'
import { OTP_DIGITS, OTP_TRIES_MAX, OTP_TTL_SECONDS } from '../../domain/limits.ts'
import { type Signer, sameBytes } from '../../platform/crypto/signing.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { EXACT_LIMIT_MAX, takeOrRefuse, tooMany } from '../../platform/http/throttle.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { sealEmail } from './email-identity.ts'
import { mailCode } from './jobs.ts'
import * as sql from './sql.ts'

const HOUR_MS = 3_600_000

/**
 * The digits are a function of the code's id and a secret: nothing needs to be stored that could be stolen, and a mail
 * that has to be sent again says the same.
 */
export function codeDigits(signer: Signer, codeId: string): string {
  const number = signer.sign('one-time-code', codeId).readUIntBE(0, 6) % 10 ** OTP_DIGITS
  return String(number).padStart(OTP_DIGITS, '0')
}

/** Known and unknown addresses are counted alike, so the limit tells nothing about who has an account. */
export async function assertMayIssueCode(deps: Pick<Deps, 'rateLimiter' | 'config'>, emailHash: Buffer) {
  const key = `one-time-code:${emailHash.toString('base64url')}`
  const limit = deps.config.OTP_CODES_PER_HOUR
  if (limit > EXACT_LIMIT_MAX) return
  const permits = await takeOrRefuse(deps.rateLimiter, key, limit, HOUR_MS)
  if (permits.granted === 0)
    throw tooMany(
      Math.ceil(permits.retryAfterMs / 1000),
      'Too many codes were asked for. Please use the last one or wait.',
    )
}

/**
 * A new code voids the one before. It is made, and its mail promised, for any address: whether somebody may have it is
 * decided by the job that sends it, so the request takes the same time for all.
 */
export async function issueCode(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  code: { email: string; emailHash: Buffer; purpose: sql.CodePurpose },
  now: Date,
) {
  const id = newId<'code'>()
  await sql.replaceCode(tx, {
    id,
    emailHash: code.emailHash,
    emailCipher: await sealEmail(deps, tx, code.email),
    purpose: code.purpose,
    tries: OTP_TRIES_MAX,
    expiresAt: new Date(now.getTime() + OTP_TTL_SECONDS * 1000),
  })
  await addToOutbox(tx, PLATFORM, mailCode, { codeId: id }, now)
}

export type CodeCheck = { kind: 'right'; codeId: string } | { kind: 'wrong' } | { kind: 'expired' }

/** Looks at one guess under the code's row lock. A wrong one costs a try, so the caller must commit also then. */
export async function checkCode(
  tx: Tx,
  deps: Pick<Deps, 'signer'>,
  guess: { emailHash: Buffer; purpose: sql.CodePurpose; otp: string },
  now: Date,
): Promise<CodeCheck> {
  const code = await sql.lockCode(tx, guess.emailHash, guess.purpose)
  if (!code || code.triesLeft === 0) return { kind: 'wrong' }
  if (code.expiresAt <= now) return { kind: 'expired' }
  const right = sameBytes(Buffer.from(codeDigits(deps.signer, code.id)), Buffer.from(guess.otp))
  if (right) return { kind: 'right', codeId: code.id }
  await sql.spendTry(tx, code.id)
  return { kind: 'wrong' }
}

export const codeRefused = (check: { kind: 'wrong' } | { kind: 'expired' }) =>
  check.kind === 'expired'
    ? new AppError('OTP_EXPIRED', { detail: 'This code has expired. Please ask for a new one.' })
    : new AppError('OTP_INVALID', { detail: 'This code is not right. After five wrong tries a new one is needed.' })
