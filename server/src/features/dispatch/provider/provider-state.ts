import { PLATFORM } from '../../../domain/ids.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { recordAction } from '../../audit/record.ts'
import { messageRelayWakeups } from '../../messages/sending/message-relay-wakeups.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { mailProviderStopped } from '../jobs.ts'
import * as crossVendor from './cross-vendor.sql.ts'

type ProviderState = crossVendor.ProviderState

export const readProviderState = (db: Db): Promise<ProviderState> => crossVendor.findState(db)

/**
 * Stops all sending until an operator resumes it. Operators are notified once, however many calls meet the error at the
 * same time. Errors that happened before the last resumption are ignored.
 */
export async function stopSending(
  tx: Tx,
  deps: Pick<Deps, 'log'>,
  code: number,
  now: Date,
  happenedAt = now,
): Promise<boolean> {
  if (!(await crossVendor.setStopped(tx, code, happenedAt, now))) return false
  await recordAction(
    tx,
    { operatorId: null, action: 'PROVIDER_STOPPED', ...AUDIT_SUBJECT, details: { code }, ...STOPPED },
    now,
  )
  await addToOutbox(tx, PLATFORM, mailProviderStopped, { code, stoppedAt: now.toISOString() }, now)
  deps.log.error({ event: 'provider.stopped', code, reason: providerError(code).reason })
  return true
}

/** For operators. Returns false when sending is stopped already. */
export const stopManually = (tx: Tx, now: Date): Promise<boolean> => crossVendor.setStopped(tx, null, now, now)

/** Returns undefined when sending was not stopped. */
export function resumeSending(tx: Tx, now: Date): Promise<{ code: number | null } | undefined> {
  messageRelayWakeups.wakeAfterCommit(tx)
  return crossVendor.setResumed(tx, now)
}

export const slowDown = (deps: Pick<Deps, 'db'>, seconds: number) =>
  inTransaction(deps.db, (tx) => crossVendor.setSlow(tx, seconds))

/** Sending as the audit log shows it. */
export const STOPPED = { before: { stopped: false }, after: { stopped: true } }
export const RESUMED = { before: { stopped: true }, after: { stopped: false } }

export const AUDIT_SUBJECT = { subjectType: 'provider', subjectId: PLATFORM } as const
