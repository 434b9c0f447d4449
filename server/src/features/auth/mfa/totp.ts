import { randomBytes } from 'node:crypto'
import { otpauthUrl, toBase32 } from '../../../domain/accounts/sign-in/totp.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { openEmail } from '../accounts/email-identity.ts'
import { codeRefused } from '../codes/codes.ts'
import { findAccount } from '../cross-vendor.sql.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import {
  type AppCodeGuess,
  acceptedStepOf,
  appCodePauseSeconds,
  countWrongAppCode,
  TOTP_SECRET,
  useAppCode,
  wrongAppCode,
  wrongRecoveryCode,
} from './app-code.ts'
import { assertConfirmedRecently, type ConfirmDeps, checkPassword, sessionSource } from './confirm-identity.ts'
import { beginChange, dropUnneededCodes, finishChange } from './factor-changes.ts'
import * as sql from './factors.cross-vendor.sql.ts'
import { issueRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import type { RemoveTotpBody } from './schema.ts'

const SECRET_BYTES = 20
const ISSUER = 'Harkara'

/** Creates the secret for an authenticator app. It has no effect until a code confirms it; another call replaces it. */
export async function startTotp(deps: Pick<Deps, 'db' | 'clock' | 'keyring'>, who: Person) {
  await assertConfirmedRecently(deps, who)
  const account = await findAccount(deps.db, who.accountId)
  if (!account) throw sessionEnded()
  const email = await openEmail(deps, deps.db, account.emailCipher)
  const bytes = randomBytes(SECRET_BYTES)
  const sealed = (await deps.keyring.of(deps.db, PLATFORM)).sealBytes(TOTP_SECRET, bytes)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => startWithin(tx, who, sealed, now))
  const secret = toBase32(bytes)
  return { secret, otpauthUrl: otpauthUrl(ISSUER, email, secret) }
}

async function startWithin(tx: Tx, who: Person, sealed: Buffer, now: Date) {
  await beginChange(tx, who)
  if ((await sql.lockTotp(tx, who.accountId))?.confirmedAt)
    throw new AppError('ALREADY_EXISTS', {
      detail: 'An authenticator app is already set up. Remove it before you set up another one.',
    })
  await sql.upsertTotp(tx, who.accountId, sealed, now)
}

/** From now on the app completes every sign-in with a password. */
export async function confirmTotp(deps: Pick<Deps, 'db' | 'clock' | 'keyring'>, who: Person, code: string) {
  const now = deps.clock.now()
  return { recoveryCodes: await inTransaction(deps.db, (tx) => confirmWithin(tx, deps, who, code, now)) }
}

async function confirmWithin(tx: Tx, deps: Pick<Deps, 'keyring'>, who: Person, code: string, now: Date) {
  await beginChange(tx, who)
  const totp = await sql.lockTotp(tx, who.accountId)
  if (!totp || totp.confirmedAt)
    throw new AppError('INVALID_STATE', { detail: 'Start the set-up of an authenticator app first.' })
  const step = await acceptedStepOf(tx, deps, totp, code, now)
  if (step === undefined) throw wrongAppCode()
  await sql.confirmTotp(tx, who.accountId, step, now)
  const recoveryCodes = await issueRecoveryCodes(tx, who.accountId)
  await finishChange(tx, who, 'TOTP_ENABLED', now)
  return recoveryCodes
}

/** Needs both factors again: a session alone must not weaken the account. */
export async function removeTotp(deps: ConfirmDeps, who: Person, body: RemoveTotpBody) {
  const { emailHash } = await checkPassword(deps, who, body.password)
  const source = { hash: sessionSource(deps, who), isKnown: true }
  const now = deps.clock.now()
  const outcome = await inTransaction(deps.db, (tx) => removeWithin(tx, deps, who, { body, emailHash, source }, now))
  if (outcome.kind === 'paused') throw codeRefused(outcome)
  if (outcome.kind === 'wrong') throw body.code === undefined ? wrongRecoveryCode() : wrongAppCode()
}

/** Refusals are returned, not thrown, because the used try has to be committed. */
async function removeWithin(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  who: Person,
  { body, ...guess }: AppCodeGuess & { body: RemoveTotpBody },
  now: Date,
) {
  await beginChange(tx, who)
  if (!(await sql.findTotp(tx, who.accountId))?.confirmedAt)
    throw new AppError('NOT_FOUND', { detail: 'No authenticator app is set up.' })
  const seconds = await appCodePauseSeconds(tx, guess, now)
  if (seconds > 0) return { kind: 'paused', seconds } as const
  const isRight =
    body.code === undefined
      ? await useRecoveryCode(tx, who.accountId, body.recoveryCode ?? '')
      : await useAppCode(tx, deps, who.accountId, body.code, now)
  if (!isRight) {
    await countWrongAppCode(tx, guess, who.accountId, now)
    return { kind: 'wrong' } as const
  }
  await sql.deleteTotp(tx, who.accountId)
  await dropUnneededCodes(tx, who.accountId)
  await finishChange(tx, who, 'TOTP_REMOVED', now)
  return { kind: 'removed' } as const
}
