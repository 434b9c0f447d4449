import { PLATFORM } from '../../../domain/ids.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { recordAction } from '../../audit/record.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { mailProviderStopped } from '../jobs.ts'
import * as sql from './sql.ts'

export type ProviderState = sql.ProviderState

export const readProviderState = (db: Db): Promise<ProviderState> => sql.findState(db)

/**
 * Nobody sends until an operator says so. Told once, however many calls find out at the same time. `happenedAt` is when
 * the provider said it: what it said before the last resumption has been dealt with.
 */
export async function stopSending(
  tx: Tx,
  deps: Pick<Deps, 'log'>,
  code: number,
  now: Date,
  happenedAt = now,
): Promise<boolean> {
  if (!(await sql.setStopped(tx, code, happenedAt, now))) return false
  await recordAction(tx, { operatorId: null, action: 'PROVIDER_STOPPED', ...PROVIDER, details: { code } }, now)
  await addToOutbox(tx, PLATFORM, mailProviderStopped, { code, stoppedAt: now.toISOString() }, now)
  deps.log.error({ event: 'provider.stopped', code, reason: providerError(code).reason })
  return true
}

/** By hand. False: it was stopped already. */
export const stopByHand = (tx: Tx, now: Date): Promise<boolean> => sql.setStopped(tx, null, now, now)

/** Undefined: nothing was stopped. */
export const resumeSending = (tx: Tx, now: Date): Promise<{ code: number | null } | undefined> =>
  sql.setResumed(tx, now)

export const slowDown = (deps: Pick<Deps, 'db'>, seconds: number) =>
  inTransaction(deps.db, (tx) => sql.setSlow(tx, seconds))

/** What the audit names. */
export const PROVIDER = { subjectType: 'provider', subjectId: PLATFORM } as const
