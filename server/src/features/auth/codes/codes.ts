import { type GuessSource, guessPauseSeconds, mayGuess } from '../../../domain/accounts/sign-in/otp-tries.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { OTP_DIGITS, OTP_MAILS_FACTOR, OTP_SHARED_SECONDS, OTP_TTL_SECONDS } from '../../../domain/limits.ts'
import { type Signer, sameBytes } from '../../../platform/crypto/signing.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { EXACT_LIMIT_MAX, takePermitsOrFail, tooMany } from '../../../platform/http/guards/throttle.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { sealEmail } from '../accounts/email-identity.ts'
import { mailCode } from '../jobs.ts'
import type { Source } from '../sign-in/sources.ts'
import * as sql from './codes.cross-vendor.sql.ts'
import { readLinkToken } from './mailed-link.ts'

/**
 * The digits are derived from the code's id and a secret, so nothing is stored that could be stolen, and a mail that is
 * sent again contains the same code.
 */
export const codeDigits = (signer: Signer, codeId: string): string => digitsOf(signer.sign(PURPOSE, codeId))

/** A code that was mailed before the secret was replaced stays right. */
export const isCodeRight = (signer: Signer, codeId: string, entered: string): boolean =>
  signer
    .validSignatures(PURPOSE, codeId)
    .some((signature) => sameBytes(Buffer.from(digitsOf(signature)), Buffer.from(entered)))

const PURPOSE = 'one-time-code'
const isDigits = (otp: string) => /^\d+$/.test(otp)
const digitsOf = (signature: Buffer) => String(signature.readUIntBE(0, 6) % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, '0')

/**
 * Limits requests per hour and source, so that one source cannot use up the limit of another. Known and unknown
 * addresses are counted alike, so the limit does not reveal whether an account exists. Returns whether to send a mail
 * even if a valid code is already in the mailbox, because strangers on many networks must not flood it.
 */
export async function assertMayRequestCode(
  deps: Pick<Deps, 'rateLimiter' | 'config'>,
  emailHash: Buffer,
  source: Source,
): Promise<{ mailsAgain: boolean }> {
  const address = emailHash.toString('base64url')
  const limit = deps.config.OTP_CODES_PER_HOUR
  if (limit > EXACT_LIMIT_MAX) return { mailsAgain: true }
  const key = `one-time-code:${address}:${source.hash.toString('base64url')}`
  const permits = await takePermitsOrFail(deps.rateLimiter, key, limit, HOUR_MS)
  if (permits.granted === 0)
    throw tooMany(
      Math.ceil(permits.retryAfterMs / 1000),
      'Too many codes requested. Use the last code you received, or wait before requesting another one.',
    )
  if (source.isKnown) return { mailsAgain: true }
  const mails = await takePermitsOrFail(deps.rateLimiter, `code-mails:${address}`, limit * OTP_MAILS_FACTOR, HOUR_MS)
  return { mailsAgain: mails.granted > 0 }
}

/**
 * A new code invalidates the previous one requested by the same source and no other, because another person may be
 * typing that one. While a code of another source is recent, it is mailed again, so that every mail of the last minutes
 * contains a working code. The code and its mail job are created for any address: the job decides whether the address
 * may receive it, so the request takes the same time for all.
 */
export async function issueCode(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  request: { email: string; emailHash: Buffer; purpose: sql.CodePurpose; source: Source; mailsAgain: boolean },
  now: Date,
) {
  const { emailHash, purpose, source } = request
  await sql.lockCodeRequests(tx, emailHash, purpose)
  const valid = (await sql.lockCodes(tx, emailHash, purpose)).filter(({ expiresAt }) => expiresAt > now)
  const others = valid.filter(({ sourceHash }) => !sourceHash?.equals(source.hash))
  const expiresAt = new Date(now.getTime() + OTP_TTL_SECONDS * 1000)
  const recent = others.findLast(({ createdAt }) => now.getTime() - createdAt.getTime() < OTP_SHARED_SECONDS * 1000)
  if (recent && !request.mailsAgain) return
  for (const { id, sourceHash } of valid) if (sourceHash?.equals(source.hash)) await sql.deleteCode(tx, id)
  const id = recent?.id ?? newId<'code'>()
  if (recent) await sql.shareCode(tx, id, expiresAt)
  else {
    const emailCipher = await sealEmail(deps, tx, request.email)
    await sql.insertCode(tx, {
      id,
      emailHash,
      purpose,
      emailCipher,
      sourceHash: source.hash,
      createdAt: now,
      expiresAt,
    })
  }
  await addToOutbox(tx, PLATFORM, mailCode, { codeId: id, mailId: newId<'mail'>() }, now)
}

type CodeRefusal = { kind: 'wrong' } | { kind: 'expired' } | { kind: 'paused'; seconds: number }
type CodeCheck = { kind: 'right'; codeId: string } | CodeRefusal

export interface CodeGuess {
  emailHash: Buffer
  purpose: sql.CodePurpose
  otp: string
  source: Source
}

/**
 * Checks one guess under the locks of the codes. A wrong guess uses up a try, so the caller must commit in any case. The
 * mailed link counts as the code and neither needs nor uses a try.
 */
export async function checkCode(
  tx: Tx,
  deps: Pick<Deps, 'signer'>,
  { emailHash, purpose, otp, source }: CodeGuess,
  now: Date,
): Promise<CodeCheck> {
  const codes = await sql.lockCodes(tx, emailHash, purpose)
  const valid = codes.filter(({ expiresAt }) => expiresAt > now)
  if (valid.length === 0) return { kind: codes.length > 0 ? 'expired' : 'wrong' }
  const linkedId = readLinkToken(deps.signer, otp)
  if (linkedId && valid.some(({ id }) => id === linkedId)) return { kind: 'right', codeId: linkedId }
  if (!isDigits(otp)) return { kind: 'wrong' }
  const wrong = await sql.wrongGuessesSince(tx, emailHash, purpose, new Date(now.getTime() - HOUR_MS))
  const guessSource: GuessSource = { source: source.hash.toString('hex'), isKnown: source.isKnown }
  const seconds = guessPauseSeconds(wrong, guessSource, now)
  if (seconds > 0) return { kind: 'paused', seconds }
  const checkedIds = valid.filter(({ id }) => mayGuess(wrong, id, guessSource)).map(({ id }) => id)
  const right = checkedIds.find((id) => isCodeRight(deps.signer, id, otp))
  if (right) return { kind: 'right', codeId: right }
  if (checkedIds.length > 0) await sql.insertWrongGuess(tx, { emailHash, purpose, codeIds: checkedIds, source, now })
  return { kind: 'wrong' }
}

export function codeRefused(refusal: CodeRefusal) {
  if (refusal.kind === 'paused')
    return tooMany(refusal.seconds, 'Too many wrong codes were entered for this address. Wait before you try again.')
  return refusal.kind === 'expired'
    ? new AppError('OTP_EXPIRED', { detail: 'This code has expired. Request a new one.' })
    : new AppError('OTP_INVALID', {
        detail: 'This code is incorrect. After five wrong attempts you need to request a new one.',
      })
}
