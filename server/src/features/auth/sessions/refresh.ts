import { REFRESH_GRACE_SECONDS } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import * as sql from '../cross-vendor.sql.ts'
import { readRefreshToken } from './refresh-token.ts'
import { type SessionAnswer, type SessionDeps, sessionAnswer, sessionEnd } from './sessions.ts'

/** Each refresh token works once. Reusing one later means that it was copied, and ends the whole session. */
export async function refreshSession(deps: SessionDeps, token: string): Promise<SessionAnswer> {
  const now = deps.clock.now()
  const presented = readRefreshToken(deps.signer, token)
  const answer = presented && (await inTransaction(deps.db, (tx) => refreshWithin(tx, deps, presented, now)))
  if (!answer) throw sessionEnded()
  return answer
}

/**
 * Returns undefined when the session has ended. The change that ended it must be committed, so nothing is thrown here.
 */
async function refreshWithin(
  tx: Tx,
  deps: SessionDeps,
  { sessionId: id, generation }: { sessionId: string; generation: number },
  now: Date,
): Promise<SessionAnswer | undefined> {
  const session = await sql.lockSession(tx, id)
  if (!session || session.revokedAt || session.expiresAt <= now) return undefined
  const { accountId } = session
  if (generation === session.generation) {
    await sql.rotateSession(tx, id, now, sessionEnd(deps, session.createdAt, now))
    return sessionAnswer(tx, deps, { id, accountId, generation: generation + 1, issuedAt: now })
  }
  const graceEnds = session.rotatedAt.getTime() + REFRESH_GRACE_SECONDS * 1000
  if (generation === session.generation - 1 && !session.graceUsed && now.getTime() <= graceEnds) {
    await sql.useGrace(tx, id)
    return sessionAnswer(tx, deps, { id, accountId, generation: session.generation, issuedAt: session.rotatedAt })
  }
  await sql.revokeSession(tx, id, now)
  return undefined
}

/** Ends the session of this token; an invalid token is ignored. */
export async function logout(deps: SessionDeps, token: string) {
  const presented = readRefreshToken(deps.signer, token)
  if (!presented) return
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.revokeSession(tx, presented.sessionId, now))
}

export const sessionEnded = () => new AppError('REFRESH_TOKEN_INVALID', { detail: 'Sign in again.' })
