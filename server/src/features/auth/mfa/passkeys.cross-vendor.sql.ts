// A passkey belongs to an account, and at sign-in it determines the account.

import type { AccountId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    passkey: {
      id: string
      account_id: AccountId
      credential_id: Buffer
      public_key: Buffer
      sign_count: bigint
      transports: string[]
      name_cipher: Buffer
      created_at: Date
      last_used_at: Date | null
    }
    used_passkey_challenge: { id: string; expires_at: Date }
  }
}

export interface NewPasskey {
  id: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: string[]
  nameCipher: Buffer
  now: Date
}

export const insertPasskey = (tx: Tx, accountId: AccountId, passkey: NewPasskey) =>
  tx
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: BigInt(passkey.signCount),
      transports: passkey.transports,
      name_cipher: passkey.nameCipher,
      created_at: passkey.now,
      last_used_at: null,
    })
    .execute()

export const listPasskeys = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('passkey')
    .select([
      'id',
      'credential_id as credentialId',
      'transports',
      'name_cipher as nameCipher',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

export const ownerOfCredential = async (db: Db, credentialId: Buffer) => {
  const row = await db
    .selectFrom('passkey')
    .select('account_id as accountId')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row?.accountId
}

/** Serialises the uses of one passkey, so that its sign count is compared with the last one. */
export const lockPasskey = (tx: Tx, accountId: AccountId, credentialId: Buffer) =>
  tx
    .selectFrom('passkey')
    .select(['id', 'public_key as publicKey', 'sign_count as signCount'])
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()

export const savePasskeyUse = (tx: Tx, id: string, signCount: number, now: Date) =>
  tx
    .updateTable('passkey')
    .set({ sign_count: BigInt(signCount), last_used_at: now })
    .where('id', '=', id)
    .execute()

export const deletePasskey = async (tx: Tx, accountId: AccountId, id: string) => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const deletePasskeys = (tx: Tx, accountId: AccountId) =>
  tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()

/** Returns false when the challenge has been used before. */
export const useChallenge = async (tx: Tx, id: string, expiresAt: Date) => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_passkey_challenge')
    .values({ id, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const purgePasskeyChallenges = (db: Db, before: Date) =>
  db.deleteFrom('used_passkey_challenge').where('expires_at', '<', before).execute()
