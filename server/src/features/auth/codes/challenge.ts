import { blockedForSeconds } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { CHALLENGES_PER_HOUR_MAX, OTP_TRIES_MAX, OTP_TTL_SECONDS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { holdTokenVersion } from '../cross-vendor.sql.ts'
import { mailChallengeCode } from '../jobs.ts'
import { appCodePauseSeconds, countWrongAppCode } from '../mfa/app-code.ts'
import { secondFactorOf, secondFactorRefused, useSecondFactor } from '../mfa/second-factor.ts'
import type { ChallengeBody, ChallengeView } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { accountStatusOf, openSession, type SessionAnswer, type SessionDeps } from '../sessions/sessions.ts'
import { ensureAccountFailures, findSourceFailures, lockAccountFailures } from '../sign-in/sources.cross-vendor.sql.ts'
import { clearSourceFailures, countFailure, type Source, saveKnownSource, sourceOf } from '../sign-in/sources.ts'
import { challengeToken, readChallengeToken } from './challenge-token.ts'
import * as sql from './challenges.cross-vendor.sql.ts'
import { codeRefused, isCodeRight } from './codes.ts'

export type ChallengeAnswer = ChallengeView
type ChallengeDeps = SessionDeps & Pick<Deps, 'publicUrl'>

interface Account {
  id: AccountId
  tokenVersion: number
}

interface ChallengedSignIn {
  emailHash: Buffer
  source: Pick<Source, 'hash'>
}

/**
 * Issued for right and wrong passwords alike; without an account nothing is mailed and no code is valid. Each has its
 * own code and five tries. Right passwords get ten an hour; further challenges have no valid code, so that knowing the
 * password does not help to guess it.
 */
export async function issueEmailChallenge(
  tx: Tx,
  deps: Pick<Deps, 'signer'>,
  { account, ...signIn }: ChallengedSignIn & { account: Account | undefined },
  now: Date,
): Promise<ChallengeAnswer> {
  const isWithinLimit =
    account && (await sql.countChallenges(tx, account.id, new Date(now.getTime() - HOUR_MS))) < CHALLENGES_PER_HOUR_MAX
  const id = newId<'challenge'>()
  await insertChallenge(tx, { id, kind: 'EMAIL_CODE', account: isWithinLimit ? account : undefined, ...signIn }, now)
  await addToOutbox(tx, PLATFORM, mailChallengeCode, { challengeId: id }, now)
  return { challenge: 'EMAIL_CODE', challengeToken: challengeToken(deps.signer, id) }
}

/**
 * Issued after a right password, and after a right mailed code, for an account with a second factor; undefined for
 * others. The caller holds the account, so its factors do not change before the answer is committed.
 */
export async function issueSecondFactorChallenge(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'publicUrl'>,
  { account, ...signIn }: ChallengedSignIn & { account: Account },
  now: Date,
): Promise<ChallengeAnswer | undefined> {
  const id = newId<'challenge'>()
  const secondFactor = await secondFactorOf(tx, deps, account.id, id)
  if (!secondFactor) return undefined
  await insertChallenge(tx, { id, kind: 'SECOND_FACTOR', account, ...signIn }, now)
  const { challenge, methods, passkeyOptions } = secondFactor
  return {
    challenge,
    challengeToken: challengeToken(deps.signer, id),
    methods,
    ...(passkeyOptions && { passkeyOptions: { ...passkeyOptions } }),
  }
}

const insertChallenge = (
  tx: Tx,
  challenge: ChallengedSignIn & { id: string; kind: sql.ChallengeKind; account: Account | undefined },
  now: Date,
) =>
  sql.insertChallenge(tx, {
    id: challenge.id,
    kind: challenge.kind,
    account: challenge.account,
    emailHash: challenge.emailHash,
    sourceHash: challenge.source.hash,
    tries: OTP_TRIES_MAX,
    createdAt: now,
    expiresAt: new Date(now.getTime() + OTP_TTL_SECONDS * 1000),
  })

/** Completes a sign-in with the mailed code or the second factor. */
export async function completeChallenge(
  deps: ChallengeDeps,
  input: ChallengeBody,
  client: Client,
): Promise<SessionAnswer | ChallengeAnswer> {
  const id = readChallengeToken(deps.signer, input.challengeToken)
  if (!id) throw codeRefused({ kind: 'wrong' })
  const now = deps.clock.now()
  const outcome = await inTransaction(deps.db, (tx) => completeWithin(tx, deps, { id, input, client }, now))
  switch (outcome.kind) {
    case 'signed-in':
      return outcome.session
    case 'challenged':
      return outcome.challenge
    case 'wrong-factor':
      throw secondFactorRefused(input)
    case 'over':
      throw new AppError('OTP_EXPIRED', { detail: 'This sign-in has expired. Enter your password again.' })
    default:
      throw codeRefused(outcome)
  }
}

interface Completion {
  id: string
  input: ChallengeBody
  client: Client
}
type Challenge = NonNullable<Awaited<ReturnType<typeof sql.lockChallenge>>>

/** Refusals are returned, not thrown, because the used try has to be committed. */
async function completeWithin(tx: Tx, deps: ChallengeDeps, completion: Completion, now: Date) {
  const challenge = await sql.lockChallenge(tx, completion.id)
  if (!challenge) return { kind: 'wrong' } as const
  return challenge.kind === 'SECOND_FACTOR'
    ? completeWithFactor(tx, deps, challenge, completion, now)
    : completeWithCode(tx, deps, challenge, completion, now)
}

async function completeWithCode(
  tx: Tx,
  deps: ChallengeDeps,
  challenge: Challenge,
  { id, input, client }: Completion,
  now: Date,
) {
  if (challenge.triesLeft === 0) return { kind: 'wrong' } as const
  if (challenge.expiresAt <= now) return { kind: 'expired' } as const
  const { accountId, emailHash, sourceHash, tokenVersion } = challenge
  const isRight = isCodeRight(deps.signer, id, input.code ?? '')
  if (!isRight || !accountId || tokenVersion === null) {
    await sql.setTriesLeft(tx, id, challenge.triesLeft - 1)
    return { kind: 'wrong' } as const
  }
  // It still counts towards the hourly limit, like an uncompleted challenge.
  await sql.setTriesLeft(tx, id, 0)
  // Locked before the account's row, in the same order as sign-in.
  await lockAccountFailures(tx, emailHash)
  if (!(await isStillValid(tx, accountId, tokenVersion))) return { kind: 'wrong' } as const
  const signIn = { account: { id: accountId, tokenVersion }, emailHash, source: { hash: sourceHash } }
  const next = await issueSecondFactorChallenge(tx, deps, signIn, now)
  return next
    ? ({ kind: 'challenged', challenge: next } as const)
    : openFor(tx, deps, challenge, accountId, client, now)
}

/**
 * A wrong second factor counts like a wrong password: guessing it from many networks makes the account one under attack,
 * and new devices need the mailed code first. Codes of an app also have the hourly limits of mailed codes; passkeys and
 * recovery codes cannot be guessed, so strangers cannot use up their tries.
 */
async function completeWithFactor(
  tx: Tx,
  deps: ChallengeDeps,
  challenge: Challenge,
  { id, input, client }: Completion,
  now: Date,
) {
  const { accountId, emailHash, tokenVersion, triesLeft } = challenge
  if (!accountId || tokenVersion === null || triesLeft === 0 || challenge.expiresAt <= now)
    return { kind: 'over' } as const
  await ensureAccountFailures(tx, emailHash, now)
  await lockAccountFailures(tx, emailHash)
  const source = await sourceOf(tx, emailHash, client, now)
  const seconds = Math.max(
    blockedForSeconds(await findSourceFailures(tx, emailHash, source.hash), now),
    input.code === undefined ? 0 : await appCodePauseSeconds(tx, { emailHash, source }, now),
  )
  if (seconds > 0) return { kind: 'paused', seconds } as const
  if (!(await isStillValid(tx, accountId, tokenVersion))) return { kind: 'over' } as const
  if (!(await useSecondFactor(tx, deps, accountId, { challengeId: id, answer: input }, now))) {
    await sql.setTriesLeft(tx, id, triesLeft - 1)
    if (input.code !== undefined) await countWrongAppCode(tx, { emailHash, source }, id, now)
    await countFailure(tx, emailHash, source.hash, now)
    return { kind: 'wrong-factor' } as const
  }
  await sql.setTriesLeft(tx, id, 0)
  return openFor(tx, deps, challenge, accountId, client, now)
}

/** False when the password was replaced, the company was closed or the user has left meanwhile. */
async function isStillValid(tx: Tx, accountId: AccountId, tokenVersion: number) {
  return (
    (await holdTokenVersion(tx, accountId)) === tokenVersion && (await accountStatusOf(tx, accountId)) !== undefined
  )
}

async function openFor(
  tx: Tx,
  deps: ChallengeDeps,
  { emailHash, sourceHash }: Challenge,
  accountId: AccountId,
  client: Client,
  now: Date,
) {
  await clearSourceFailures(tx, emailHash, sourceHash)
  await saveKnownSource(tx, accountId, client, now)
  return { kind: 'signed-in', session: await openSession(tx, deps, accountId, client, now) } as const
}
