// Operators belong to the platform, not to a vendor.

import type { OperatorRole } from '../../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { OPERATORS_MAILED_MAX } from '../../../domain/limits.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

const operatorRows = (db: Db) =>
  db.selectFrom('account').innerJoin('operator', 'operator.account_id', 'account.id').orderBy('account.id')

export const listOperators = (db: Db) =>
  operatorRows(db)
    .select([
      'account.id',
      'account.email_cipher as emailCipher',
      'account.status',
      'operator.role',
      'operator.invited_by as invitedBy',
      'operator.confirmed_by as confirmedBy',
      'operator.created_at as createdAt',
      'operator.last_sign_in_at as lastSignInAt',
    ])
    .execute()

/** In a fixed order, so that two concurrent locks do not deadlock. */
export const lockOperators = (tx: Tx) =>
  operatorRows(tx).select(['account.id', 'account.status', 'operator.role']).forNoKeyUpdate().execute()

export const shareOperator = (tx: Tx, id: AccountId) =>
  operatorRows(tx)
    .select(['account.status', 'operator.role'])
    .where('account.id', '=', id)
    .forShare()
    .executeTakeFirst()

export const setRole = (tx: Tx, id: AccountId, role: OperatorRole) =>
  tx.updateTable('operator').set({ role }).where('account_id', '=', id).execute()

export const setConfirmed = (tx: Tx, id: AccountId, confirmedBy: AccountId) =>
  tx.updateTable('operator').set({ confirmed_by: confirmedBy }).where('account_id', '=', id).execute()

/** Of removed operators too: those whom they invited still count as their inviter. */
export const listOrigins = (db: Db) =>
  db
    .selectFrom('operator')
    .select(['account_id as id', 'invited_by as invitedBy', 'confirmed_by as confirmedBy'])
    .unionAll((eb) =>
      eb
        .selectFrom('removed_operator')
        .select(['account_id as id', 'invited_by as invitedBy', 'confirmed_by as confirmedBy']),
    )
    .execute()

export const saveRemoved = (tx: Tx, id: AccountId, now: Date) =>
  tx
    .insertInto('removed_operator')
    .columns(['account_id', 'email_cipher', 'invited_by', 'confirmed_by', 'removed_at'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .innerJoin('operator', 'operator.account_id', 'account.id')
        .select(['id', 'email_cipher', 'invited_by', 'confirmed_by', eb.val(now).as('removed_at')])
        .where('id', '=', id),
    )
    .execute()

/** Changing the token version invalidates every access token, whatever the state of its session. */
export const setAccountStatus = (tx: Tx, id: AccountId, status: 'ACTIVE' | 'DISABLED') =>
  tx
    .updateTable('account')
    .set((eb) => ({ status, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Has no effect for users who are not operators. */
export const recordSignIn = (tx: Tx, accountId: AccountId, now: Date) =>
  tx.updateTable('operator').set({ last_sign_in_at: now }).where('account_id', '=', accountId).execute()

export const listOwnerIds = async (db: Db) => {
  const rows = await operatorRows(db)
    .select('account.id')
    .where('operator.role', '=', 'OWNER')
    .where('account.status', '=', 'ACTIVE')
    .limit(OPERATORS_MAILED_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

export const listOperatorIds = async (db: Db) => {
  const rows = await db
    .selectFrom('operator')
    .select('account_id as id')
    .orderBy('created_at')
    .limit(OPERATORS_MAILED_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
