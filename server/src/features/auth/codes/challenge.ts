import { HOUR_MS } from '../../../domain/durations.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { CHALLENGES_PER_HOUR_MAX, OTP_TRIES_MAX, OTP_TTL_SECONDS } from '../../../domain/limits.ts'
import { sameBytes } from '../../../platform/crypto/signing.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { holdTokenVersion } from '../cross-vendor.sql.ts'
import { mailChallengeCode } from '../jobs.ts'
import type { ChallengeBody } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { accountStatusOf, openSession, type SessionAnswer, type SessionDeps } from '../sessions/sessions.ts'
import { clearSourceFailures, type Source, saveKnownSource } from '../sign-in/sources.ts'
import { challengeToken, readChallengeToken } from './challenge-token.ts'
import * as sql from './challenges.cross-vendor.sql.ts'
import { codeDigits, codeRefused } from './codes.ts'

export interface ChallengeAnswer {
  challenge: 'EMAIL_CODE'
  challengeToken: string
}

/**
 * Issued for right and wrong passwords alike; without an account nothing is mailed and no code is valid. Each has its
 * own code and five tries. Right passwords get ten an hour; further challenges have no valid code, so that knowing the
 * password does not help to guess it.
 */
export async function issueChallenge(
  tx: Tx,
  deps: Pick<Deps, 'signer'>,
  { account, emailHash, source }: { account: Account | undefined; emailHash: Buffer; source: Source },
  now: Date,
): Promise<ChallengeAnswer> {
  const id = newId<'challenge'>()
  const isWithinLimit =
    account && (await sql.countChallenges(tx, account.id, new Date(now.getTime() - HOUR_MS))) < CHALLENGES_PER_HOUR_MAX
  await sql.insertChallenge(tx, {
    id,
    account: isWithinLimit ? account : undefined,
    emailHash,
    sourceHash: source.hash,
    tries: OTP_TRIES_MAX,
    createdAt: now,
    expiresAt: new Date(now.getTime() + OTP_TTL_SECONDS * 1000),
  })
  await addToOutbox(tx, PLATFORM, mailChallengeCode, { challengeId: id }, now)
  return { challenge: 'EMAIL_CODE', challengeToken: challengeToken(deps.signer, id) }
}

interface Account {
  id: AccountId
  tokenVersion: number
}

/** Completes a sign-in with the mailed code. */
export async function completeChallenge(
  deps: SessionDeps,
  input: ChallengeBody,
  client: Client,
): Promise<SessionAnswer> {
  const id = readChallengeToken(deps.signer, input.challengeToken)
  if (!id) throw codeRefused({ kind: 'wrong' })
  const now = deps.clock.now()
  const outcome = await inTransaction(deps.db, (tx) => completeWithin(tx, deps, { id, code: input.code, client }, now))
  if (outcome.kind !== 'signed-in') throw codeRefused(outcome)
  return outcome.session
}

/** Refusals are returned, not thrown, because the used try has to be committed. */
async function completeWithin(
  tx: Tx,
  deps: SessionDeps,
  { id, code, client }: { id: string; code: string; client: Client },
  now: Date,
) {
  const challenge = await sql.lockChallenge(tx, id)
  if (!challenge || challenge.triesLeft === 0) return { kind: 'wrong' } as const
  if (challenge.expiresAt <= now) return { kind: 'expired' } as const
  const { accountId, emailHash, sourceHash } = challenge
  const isRight = sameBytes(Buffer.from(codeDigits(deps.signer, id)), Buffer.from(code))
  if (!isRight || !accountId) {
    await sql.setTriesLeft(tx, id, challenge.triesLeft - 1)
    return { kind: 'wrong' } as const
  }
  // It still counts towards the hourly limit, like an uncompleted challenge.
  await sql.setTriesLeft(tx, id, 0)
  await clearSourceFailures(tx, emailHash, sourceHash)
  if ((await holdTokenVersion(tx, accountId)) !== challenge.tokenVersion || !(await accountStatusOf(tx, accountId)))
    return { kind: 'wrong' } as const
  await saveKnownSource(tx, accountId, client, now)
  return { kind: 'signed-in', session: await openSession(tx, deps, accountId, client.device, now) } as const
}
