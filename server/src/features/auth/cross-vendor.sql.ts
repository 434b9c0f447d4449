// Accounts, registrations and sessions are found by address or id, before a vendor is known; operators have none.

import type { Generated } from 'kysely'
import type { OperatorRole } from '../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

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
    operator: {
      account_id: AccountId
      role: OperatorRole
      invited_by: AccountId | null
      confirmed_by: AccountId | null
      created_at: Date
      last_sign_in_at: Date | null
    }
    removed_operator: {
      account_id: AccountId
      email_cipher: Buffer
      invited_by: AccountId | null
      confirmed_by: AccountId | null
      removed_at: Date
    }
    registration_attempt: {
      id: AccountId
      email_hash: Buffer
      password_hash: string
      company_name_cipher: Buffer | null
      created_at: Date
    }
    session: {
      id: string
      account_id: AccountId
      generation: Generated<number>
      rotated_at: Date
      grace_used: Generated<boolean>
      device: string | null
      /** When the password was last confirmed in it; null if only when it was started. */
      confirmed_at: Date | null
      expires_at: Date
      revoked_at: Date | null
      created_at: Date
    }
  }
}

// Accounts: the vendor is not known before sign-in, so these are found by email or account id alone.

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

export const findAccountByEmail = (db: Db, emailHashes: readonly Buffer[]) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash', 'status', 'token_version as tokenVersion'])
    .where('email_hash', 'in', emailHashes)
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
      'operator.role as operatorRole',
    ])
    .where('account.id', '=', id)
    .executeTakeFirst()

/** Also operators whose account was deleted: approvals and refunds still name them. */
export const findAccounts = (db: Db, ids: readonly AccountId[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('account')
        .select(['id', 'email_cipher as emailCipher'])
        .where('id', 'in', ids)
        .unionAll((eb) =>
          eb
            .selectFrom('removed_operator')
            .select(['account_id as id', 'email_cipher as emailCipher'])
            .where('account_id', 'in', ids),
        )
        .execute()

/** Prevents a password change until the transaction ends, so that a replaced password never opens a session. */
export const holdTokenVersion = async (tx: Tx, id: AccountId) => {
  const row = await tx
    .selectFrom('account')
    .select('token_version as tokenVersion')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.tokenVersion
}

export const replacePassword = (tx: Tx, id: AccountId, passwordHash: string) =>
  tx
    .updateTable('account')
    .set((eb) => ({ password_hash: passwordHash, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteAccount = (tx: Tx, id: AccountId) => tx.deleteFrom('account').where('id', '=', id).execute()

export const insertOperator = (
  tx: Tx,
  { id, role, invitedBy, now }: { id: AccountId; role: OperatorRole; invitedBy: AccountId | null; now: Date },
) => tx.insertInto('operator').values({ account_id: id, role, invited_by: invitedBy, created_at: now }).execute()

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

const openAttempts = (db: Db, emailHash: Buffer, since: Date) =>
  db
    .selectFrom('registration_attempt')
    .select(['id', 'password_hash as passwordHash', 'company_name_cipher as companyNameCipher'])
    .where('email_hash', '=', emailHash)
    .where('created_at', '>', since)

/** Enough to know whether there is none, one or several: strangers can add as many as they like. */
export const firstAttempts = (db: Db, emailHash: Buffer, since: Date) =>
  openAttempts(db, emailHash, since).limit(2).execute()

/** By password and not by age, so that attempts of strangers displace no other. */
export const findAttemptByPassword = (db: Db, emailHash: Buffer, passwordHashes: readonly string[], since: Date) =>
  openAttempts(db, emailHash, since)
    .where('password_hash', 'in', passwordHashes)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findAttempt = (db: Db, id: AccountId) =>
  db.selectFrom('registration_attempt').select('email_hash as emailHash').where('id', '=', id).executeTakeFirst()

export const deleteAttempts = (tx: Tx, emailHash: Buffer) =>
  tx.deleteFrom('registration_attempt').where('email_hash', '=', emailHash).execute()

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
      confirmed_at: null,
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
      'created_at as createdAt',
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

export const purge = async (db: Db, before: { attempts: Date; sessions: Date }) => {
  await db.deleteFrom('registration_attempt').where('created_at', '<', before.attempts).execute()
  await db.deleteFrom('session').where('expires_at', '<', before.sessions).execute()
}
