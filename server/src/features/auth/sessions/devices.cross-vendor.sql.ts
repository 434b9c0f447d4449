// A session belongs to an account. Its owner sees sessions as the devices that are signed in.

import type { AccountId } from '../../../domain/ids.ts'
import { SESSIONS_LISTED_MAX } from '../../../domain/limits.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export const listDevices = (db: Db, accountId: AccountId, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'created_at as createdAt', 'rotated_at as rotatedAt', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(SESSIONS_LISTED_MAX)
    .execute()

export const revokeDevice = async (tx: Tx, accountId: AccountId, id: string, now: Date) => {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const revokeOtherDevices = (tx: Tx, accountId: AccountId, keptId: string, now: Date) =>
  tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute()
