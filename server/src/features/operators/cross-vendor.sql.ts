// Operators belong to the platform, and so do their invitations.

import type { OperatorRole } from '../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    operator_invitation: {
      id: string
      email_hash: Buffer
      email_cipher: Buffer
      role: OperatorRole
      invited_by: AccountId
      expires_at: Date
      created_at: Date
    }
  }
}

export interface Invitation {
  id: string
  emailHash: Buffer
  emailCipher: Buffer
  role: OperatorRole
  invitedBy: AccountId
  expiresAt: Date
  createdAt: Date
}

const invitations = (db: Db) =>
  db
    .selectFrom('operator_invitation')
    .select([
      'id',
      'email_hash as emailHash',
      'email_cipher as emailCipher',
      'role',
      'invited_by as invitedBy',
      'expires_at as expiresAt',
      'created_at as createdAt',
    ])

/** A repeated invitation replaces the previous one, whose link becomes invalid. Returns the role of that one. */
export const replaceInvitation = async (tx: Tx, invitation: Invitation) => {
  const previous = await tx
    .deleteFrom('operator_invitation')
    .where('email_hash', '=', invitation.emailHash)
    .returning('role')
    .executeTakeFirst()
  await tx
    .insertInto('operator_invitation')
    .values({
      id: invitation.id,
      email_hash: invitation.emailHash,
      email_cipher: invitation.emailCipher,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      expires_at: invitation.expiresAt,
      created_at: invitation.createdAt,
    })
    .execute()
  return previous?.role
}

export const listInvitations = (db: Db): Promise<Invitation[]> => invitations(db).orderBy('id').execute()

export const findInvitation = (db: Db, id: string) => invitations(db).where('id', '=', id).executeTakeFirst()

export const lockInvitation = (tx: Tx, id: string) =>
  invitations(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const deleteInvitationsOf = (tx: Tx, invitedBy: AccountId) =>
  tx.deleteFrom('operator_invitation').where('invited_by', '=', invitedBy).returning(['id', 'role']).execute()

export const deleteInvitation = (tx: Tx, id: string) =>
  tx.deleteFrom('operator_invitation').where('id', '=', id).returning('role').executeTakeFirst()
