// Second factors belong to an account; operators have accounts and no vendor.

import type { AccountId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    totp_factor: {
      account_id: AccountId
      secret_cipher: Buffer
      confirmed_at: Date | null
      last_step: bigint | null
      created_at: Date
    }
    recovery_code: { account_id: AccountId; code_hash: Buffer }
  }
}

/**
 * Changes of factors wait for sign-ins that hold the account, and the other way round: no session is opened with the
 * factors of a moment ago.
 */
export const lockAccount = (tx: Tx, accountId: AccountId) =>
  tx.selectFrom('account').select('status').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

/** When the owner of the session last proved who they are. */
export const lastConfirmedAt = async (db: Db, sessionId: string, accountId: AccountId) => {
  const row = await db
    .selectFrom('session')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && (row.confirmedAt ?? row.createdAt)
}

export const saveConfirmation = (tx: Tx, sessionId: string, accountId: AccountId, now: Date) =>
  tx
    .updateTable('session')
    .set({ confirmed_at: now })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .execute()

/** Which factors complete a sign-in of this account. */
export const countFactors = async (db: Db, accountId: AccountId) => {
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('totp_factor')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .as('totp'),
      eb
        .selectFrom('passkey')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .where('account_id', '=', accountId)
        .as('passkeys'),
      eb
        .selectFrom('recovery_code')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .where('account_id', '=', accountId)
        .as('recoveryCodes'),
    ])
    .executeTakeFirstOrThrow()
  return {
    totp: Number(counts.totp),
    passkeys: Number(counts.passkeys),
    recoveryCodes: Number(counts.recoveryCodes),
  }
}

/** The accounts among these that have a second factor. */
export const withFactors = async (db: Db, accountIds: readonly AccountId[]) => {
  if (accountIds.length === 0) return new Set<AccountId>()
  const rows = await db
    .selectFrom('totp_factor')
    .select('account_id as id')
    .where('account_id', 'in', accountIds)
    .where('confirmed_at', 'is not', null)
    .union(db.selectFrom('passkey').select('account_id as id').where('account_id', 'in', accountIds))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

// Authenticator apps

const totpRow = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('totp_factor')
    .select(['secret_cipher as secretCipher', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('account_id', '=', accountId)

export const findTotp = (db: Db, accountId: AccountId) => totpRow(db, accountId).executeTakeFirst()

/** Serialises the checks of codes, so that concurrent sign-ins cannot use the same one. */
export const lockTotp = (tx: Tx, accountId: AccountId) => totpRow(tx, accountId).forUpdate().executeTakeFirst()

export const upsertTotp = (tx: Tx, accountId: AccountId, secretCipher: Buffer, now: Date) => {
  const row = { secret_cipher: secretCipher, confirmed_at: null, last_step: null, created_at: now }
  return tx
    .insertInto('totp_factor')
    .values({ account_id: accountId, ...row })
    .onConflict((oc) => oc.column('account_id').doUpdateSet(row))
    .execute()
}

export const confirmTotp = (tx: Tx, accountId: AccountId, step: number, now: Date) =>
  tx
    .updateTable('totp_factor')
    .set({ confirmed_at: now, last_step: BigInt(step) })
    .where('account_id', '=', accountId)
    .execute()

export const saveLastStep = (tx: Tx, accountId: AccountId, step: number) =>
  tx
    .updateTable('totp_factor')
    .set({ last_step: BigInt(step) })
    .where('account_id', '=', accountId)
    .execute()

export const deleteTotp = (tx: Tx, accountId: AccountId) =>
  tx.deleteFrom('totp_factor').where('account_id', '=', accountId).execute()

// Recovery codes

export const replaceRecoveryCodes = async (tx: Tx, accountId: AccountId, hashes: readonly Buffer[]) => {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
      .execute()
}

/** Of concurrent uses of one code the row lock lets one through. */
export const useRecoveryCode = async (tx: Tx, accountId: AccountId, hash: Buffer) => {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
