import { createHmac } from 'node:crypto'
import { guessPauseSeconds } from '../../../domain/accounts/sign-in/otp-tries.ts'
import { acceptedStep } from '../../../domain/accounts/sign-in/totp.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { type AccountId, PLATFORM } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { insertWrongGuess, wrongGuessesSince } from '../codes/codes.cross-vendor.sql.ts'
import type { Source } from '../sign-in/sources.ts'
import * as sql from './factors.cross-vendor.sql.ts'

/** The field that the encrypted secret is bound to. */
export const TOTP_SECRET = 'account.totp-secret'

/** Accepts a code once, also when many sign-ins present it at the same moment. */
export async function useAppCode(tx: Tx, deps: Pick<Deps, 'keyring'>, accountId: AccountId, code: string, now: Date) {
  const totp = await sql.lockTotp(tx, accountId)
  if (!totp?.confirmedAt) return false
  const step = await acceptedStepOf(tx, deps, totp, code, now)
  if (step === undefined) return false
  await sql.saveLastStep(tx, accountId, step)
  return true
}

type Totp = NonNullable<Awaited<ReturnType<typeof sql.findTotp>>>

/** The step of a right code that has not been used; undefined for any other. */
export async function acceptedStepOf(tx: Tx, { keyring }: Pick<Deps, 'keyring'>, totp: Totp, code: string, now: Date) {
  const secret = (await keyring.of(tx, PLATFORM)).openBytes(TOTP_SECRET, totp.secretCipher)
  const mac = (counter: Uint8Array) => createHmac('sha1', secret).update(counter).digest()
  return acceptedStep(mac, code, { now, lastStep: totp.lastStep === null ? null : Number(totp.lastStep) })
}

export interface AppCodeGuess {
  emailHash: Buffer
  source: Source
}

/** The hourly limits of mailed codes. */
export async function appCodePauseSeconds(tx: Tx, { emailHash, source }: AppCodeGuess, now: Date) {
  const wrong = await wrongGuessesSince(tx, emailHash, 'TOTP', new Date(now.getTime() - HOUR_MS))
  return guessPauseSeconds(wrong, { source: source.hash.toString('hex'), isKnown: source.isKnown }, now)
}

export const countWrongAppCode = (tx: Tx, { emailHash, source }: AppCodeGuess, codeId: string, now: Date) =>
  insertWrongGuess(tx, { emailHash, purpose: 'TOTP', codeIds: [codeId], source, now })

export const wrongAppCode = () =>
  new AppError('OTP_INVALID', {
    detail: 'This code is incorrect, or it has been used already. Enter the next code that your app shows.',
  })

export const wrongRecoveryCode = () =>
  new AppError('RECOVERY_CODE_INVALID', {
    detail: 'This recovery code is incorrect, or it has been used already. Enter another one.',
  })
