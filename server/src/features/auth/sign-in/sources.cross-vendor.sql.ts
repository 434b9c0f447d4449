// Failed sign-ins are counted by address, even without an account; known sources belong to an account.

import type { AccountFailures, SignInFailures } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import type { AccountId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    /** Over all sources. `blocked_until` was used by earlier versions. */
    sign_in_failure: { email_hash: Buffer; failures: number; last_failure_at: Date; blocked_until: Date | null }
    sign_in_source_failure: {
      email_hash: Buffer
      source_hash: Buffer
      failures: number
      last_failure_at: Date
      blocked_until: Date | null
    }
    known_source: { account_id: AccountId; source_hash: Buffer; last_signed_in_at: Date }
  }
}

// Wrong passwords

export const findSourceFailures = (
  db: Db,
  emailHash: Buffer,
  sourceHash: Buffer,
): Promise<SignInFailures | undefined> =>
  db
    .selectFrom('sign_in_source_failure')
    .select(['failures', 'last_failure_at as lastFailureAt', 'blocked_until as blockedUntil'])
    .where('email_hash', '=', emailHash)
    .where('source_hash', '=', sourceHash)
    .executeTakeFirst()

/** Every change of a count of this address, including that of one source, holds this row lock. */
export const lockAccountFailures = (tx: Tx, emailHash: Buffer): Promise<AccountFailures | undefined> =>
  tx
    .selectFrom('sign_in_failure')
    .select(['failures', 'last_failure_at as lastFailureAt'])
    .where('email_hash', '=', emailHash)
    .forUpdate()
    .executeTakeFirst()

/** Ensures that there is a row to lock: two concurrent first failures must not count as one. */
export const ensureAccountFailures = (tx: Tx, emailHash: Buffer, now: Date) =>
  tx
    .insertInto('sign_in_failure')
    .values({ email_hash: emailHash, failures: 0, last_failure_at: now, blocked_until: null })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const saveAccountFailures = (tx: Tx, emailHash: Buffer, state: AccountFailures) =>
  tx
    .updateTable('sign_in_failure')
    .set({ failures: state.failures, last_failure_at: state.lastFailureAt })
    .where('email_hash', '=', emailHash)
    .execute()

export const saveSourceFailures = (tx: Tx, emailHash: Buffer, sourceHash: Buffer, state: SignInFailures) => {
  const row = { failures: state.failures, last_failure_at: state.lastFailureAt, blocked_until: state.blockedUntil }
  return tx
    .insertInto('sign_in_source_failure')
    .values({ email_hash: emailHash, source_hash: sourceHash, ...row })
    .onConflict((oc) => oc.columns(['email_hash', 'source_hash']).doUpdateSet(row))
    .execute()
}

export const deleteSourceFailures = async (tx: Tx, emailHash: Buffer, sourceHash: Buffer) => {
  const row = await tx
    .deleteFrom('sign_in_source_failure')
    .where('email_hash', '=', emailHash)
    .where('source_hash', '=', sourceHash)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

export const clearFailures = async (tx: Tx, emailHash: Buffer) => {
  await tx.deleteFrom('sign_in_failure').where('email_hash', '=', emailHash).execute()
  await tx.deleteFrom('sign_in_source_failure').where('email_hash', '=', emailHash).execute()
}

// Known sources of sign-ins

/** Of these sources, those from which the owner of the address has signed in. */
export const knownAmong = async (db: Db, emailHash: Buffer, sourceHashes: readonly Buffer[], since: Date) => {
  const rows = await db
    .selectFrom('known_source')
    .innerJoin('account', 'account.id', 'known_source.account_id')
    .select('known_source.source_hash as sourceHash')
    .where('account.email_hash', '=', emailHash)
    .where('known_source.source_hash', 'in', sourceHashes)
    .where('known_source.last_signed_in_at', '>', since)
    .execute()
  return rows.map(({ sourceHash }) => sourceHash)
}

export const upsertKnownSource = (tx: Tx, accountId: AccountId, sourceHash: Buffer, now: Date) =>
  tx
    .insertInto('known_source')
    .values({ account_id: accountId, source_hash: sourceHash, last_signed_in_at: now })
    .onConflict((oc) => oc.columns(['account_id', 'source_hash']).doUpdateSet({ last_signed_in_at: now }))
    .execute()

export const trimKnownSources = (tx: Tx, accountId: AccountId, keptMax: number) =>
  tx
    .deleteFrom('known_source')
    .where('account_id', '=', accountId)
    .where('source_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_source')
        .select('source_hash')
        .where('account_id', '=', accountId)
        .orderBy('last_signed_in_at', 'desc')
        .limit(keptMax),
    )
    .execute()

export const deleteKnownSources = (tx: Tx, accountId: AccountId, except: readonly Buffer[]) => {
  const all = tx.deleteFrom('known_source').where('account_id', '=', accountId)
  return (except.length === 0 ? all : all.where('source_hash', 'not in', except)).execute()
}

export const purgeSources = async (db: Db, before: { account: Date; source: Date; known: Date }) => {
  await db.deleteFrom('sign_in_failure').where('last_failure_at', '<', before.account).execute()
  await db.deleteFrom('sign_in_source_failure').where('last_failure_at', '<', before.source).execute()
  await db.deleteFrom('known_source').where('last_signed_in_at', '<', before.known).execute()
}
