import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/ids.ts'
import { REGISTRATION_ATTEMPTS_MAX } from '../../domain/limits.ts'
import type { SignInFailures } from '../../domain/sign-in-limit.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export type CodePurpose = 'REGISTER' | 'RESET_PASSWORD'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    account: {
      id: AccountId
      email_hash: Buffer
      email_cipher: Buffer
      password_hash: string
      status: 'ACTIVE' | 'DISABLED'
      token_version: Generated<number>
      created_at: Date
    }
    operator: { account_id: AccountId; created_at: Date }
    registration_attempt: {
      id: AccountId
      email_hash: Buffer
      password_hash: string
      company_name_cipher: Buffer | null
      created_at: Date
    }
    one_time_code: {
      email_hash: Buffer
      purpose: CodePurpose
      id: string
      email_cipher: Buffer
      tries_left: number
      expires_at: Date
    }
    sign_in_failure: { email_hash: Buffer; failures: number; last_failure_at: Date; blocked_until: Date | null }
    session: {
      id: string
      account_id: AccountId
      generation: Generated<number>
      rotated_at: Date
      grace_used: Generated<boolean>
      device: string | null
      expires_at: Date
      revoked_at: Date | null
      created_at: Date
    }
  }
}

// Accounts: sign-in comes before any vendor is known, so these are found by email or account id alone.

export const insertAccount = (
  tx: Tx,
  account: { id: AccountId; emailHash: Buffer; emailCipher: Buffer; passwordHash: string; now: Date },
) =>
  tx
    .insertInto('account')
    .values({
      id: account.id,
      email_hash: account.emailHash,
      email_cipher: account.emailCipher,
      password_hash: account.passwordHash,
      status: 'ACTIVE',
      created_at: account.now,
    })
    .execute()

export const findAccountByEmail = (db: Db, emailHash: Buffer) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash', 'status', 'token_version as tokenVersion'])
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()

export const findAccount = (db: Db, id: AccountId) =>
  db
    .selectFrom('account')
    .leftJoin('operator', 'operator.account_id', 'account.id')
    .select([
      'account.id',
      'account.email_cipher as emailCipher',
      'account.status',
      'account.token_version as tokenVersion',
      'operator.account_id as operatorId',
    ])
    .where('account.id', '=', id)
    .executeTakeFirst()

export const findAccounts = (db: Db, ids: readonly AccountId[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('account').select(['id', 'email_cipher as emailCipher', 'status']).where('id', 'in', ids).execute()

export const replacePassword = (tx: Tx, id: AccountId, passwordHash: string) =>
  tx
    .updateTable('account')
    .set((eb) => ({ password_hash: passwordHash, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteAccount = (tx: Tx, id: AccountId) => tx.deleteFrom('account').where('id', '=', id).execute()

export const insertOperator = (tx: Tx, id: AccountId, now: Date) =>
  tx.insertInto('operator').values({ account_id: id, created_at: now }).execute()

// Registration

export const insertAttempt = (
  tx: Tx,
  attempt: { id: AccountId; emailHash: Buffer; passwordHash: string; companyNameCipher: Buffer | null; now: Date },
) =>
  tx
    .insertInto('registration_attempt')
    .values({
      id: attempt.id,
      email_hash: attempt.emailHash,
      password_hash: attempt.passwordHash,
      company_name_cipher: attempt.companyNameCipher,
      created_at: attempt.now,
    })
    .execute()

export const openAttempts = (db: Db, emailHash: Buffer, since: Date) =>
  db
    .selectFrom('registration_attempt')
    .select(['id', 'password_hash as passwordHash', 'company_name_cipher as companyNameCipher'])
    .where('email_hash', '=', emailHash)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(REGISTRATION_ATTEMPTS_MAX)
    .execute()

export const findAttempt = (db: Db, id: AccountId) =>
  db.selectFrom('registration_attempt').select('email_hash as emailHash').where('id', '=', id).executeTakeFirst()

export const deleteAttempts = (tx: Tx, emailHash: Buffer) =>
  tx.deleteFrom('registration_attempt').where('email_hash', '=', emailHash).execute()

// One-time codes

export const replaceCode = (
  tx: Tx,
  code: { id: string; emailHash: Buffer; emailCipher: Buffer; purpose: CodePurpose; tries: number; expiresAt: Date },
) => {
  const fresh = { id: code.id, email_cipher: code.emailCipher, tries_left: code.tries, expires_at: code.expiresAt }
  return tx
    .insertInto('one_time_code')
    .values({ email_hash: code.emailHash, purpose: code.purpose, ...fresh })
    .onConflict((oc) => oc.columns(['email_hash', 'purpose']).doUpdateSet(fresh))
    .execute()
}

export const findCode = (db: Db, id: string) =>
  db
    .selectFrom('one_time_code')
    .select(['email_hash as emailHash', 'email_cipher as emailCipher', 'purpose', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Guesses at one code queue up here, so that no more than its tries are ever looked at. */
export const lockCode = (tx: Tx, emailHash: Buffer, purpose: CodePurpose) =>
  tx
    .selectFrom('one_time_code')
    .select(['id', 'tries_left as triesLeft', 'expires_at as expiresAt'])
    .where('email_hash', '=', emailHash)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()

export const spendTry = (tx: Tx, id: string) =>
  tx
    .updateTable('one_time_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteCode = (tx: Tx, id: string) => tx.deleteFrom('one_time_code').where('id', '=', id).execute()

// Wrong passwords

const FAILURE_COLUMNS = ['failures', 'last_failure_at as lastFailureAt', 'blocked_until as blockedUntil'] as const

export const findFailures = (db: Db, emailHash: Buffer): Promise<SignInFailures | undefined> =>
  db.selectFrom('sign_in_failure').select(FAILURE_COLUMNS).where('email_hash', '=', emailHash).executeTakeFirst()

export const lockFailures = (tx: Tx, emailHash: Buffer): Promise<SignInFailures | undefined> =>
  tx
    .selectFrom('sign_in_failure')
    .select(FAILURE_COLUMNS)
    .where('email_hash', '=', emailHash)
    .forUpdate()
    .executeTakeFirst()

/** So that there is a row to lock: two first failures at once must not count as one. */
export const ensureFailureRow = (tx: Tx, emailHash: Buffer, now: Date) =>
  tx
    .insertInto('sign_in_failure')
    .values({ email_hash: emailHash, failures: 0, last_failure_at: now, blocked_until: null })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const saveFailures = (tx: Tx, emailHash: Buffer, state: SignInFailures) => {
  const row = { failures: state.failures, last_failure_at: state.lastFailureAt, blocked_until: state.blockedUntil }
  return tx
    .insertInto('sign_in_failure')
    .values({ email_hash: emailHash, ...row })
    .onConflict((oc) => oc.column('email_hash').doUpdateSet(row))
    .execute()
}

export const clearFailures = (tx: Tx, emailHash: Buffer) =>
  tx.deleteFrom('sign_in_failure').where('email_hash', '=', emailHash).execute()

// Sessions

export const insertSession = (
  tx: Tx,
  session: { id: string; accountId: AccountId; device: string | undefined; now: Date; expiresAt: Date },
) =>
  tx
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      device: session.device ?? null,
      rotated_at: session.now,
      expires_at: session.expiresAt,
      created_at: session.now,
    })
    .execute()

export const lockSession = (tx: Tx, id: string) =>
  tx
    .selectFrom('session')
    .select([
      'account_id as accountId',
      'generation',
      'rotated_at as rotatedAt',
      'grace_used as graceUsed',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const isSessionOpen = async (db: Db, id: string, accountId: AccountId) => {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const rotateSession = (tx: Tx, id: string, now: Date, expiresAt: Date) =>
  tx
    .updateTable('session')
    .set((eb) => ({ generation: eb('generation', '+', 1), rotated_at: now, grace_used: false, expires_at: expiresAt }))
    .where('id', '=', id)
    .execute()

export const useGrace = (tx: Tx, id: string) =>
  tx.updateTable('session').set({ grace_used: true }).where('id', '=', id).execute()

export const revokeSession = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('session').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null).execute()

export const revokeSessionsOf = (tx: Tx, accountId: AccountId, now: Date) =>
  tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()

// What nobody needs any more

export const purge = async (db: Db, before: { codes: Date; attempts: Date; sessions: Date; failures: Date }) => {
  await db.deleteFrom('one_time_code').where('expires_at', '<', before.codes).execute()
  await db.deleteFrom('registration_attempt').where('created_at', '<', before.attempts).execute()
  await db.deleteFrom('session').where('expires_at', '<', before.sessions).execute()
  await db.deleteFrom('sign_in_failure').where('last_failure_at', '<', before.failures).execute()
}
