import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { VendorRole } from '../../platform/http/principal.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    invitation: {
      vendor_id: VendorId
      id: string
      email_hash: Buffer
      email_cipher: Buffer
      role: VendorRole
      invited_by: AccountId
      expires_at: Date
      created_at: Date
    }
    invitation_log: { vendor_id: VendorId; id: string; email_hash: Buffer; created_at: Date }
  }
}

export interface Invitation {
  id: string
  emailHash: Buffer
  emailCipher: Buffer
  role: VendorRole
  invitedBy: AccountId
  expiresAt: Date
  createdAt: Date
}

const COLUMNS = [
  'id',
  'email_hash as emailHash',
  'email_cipher as emailCipher',
  'role',
  'invited_by as invitedBy',
  'expires_at as expiresAt',
  'created_at as createdAt',
] as const

/** A repeated invitation replaces the previous one, whose link then becomes invalid. */
export const replaceInvitation = (tx: Tx, vendorId: VendorId, invitation: Invitation) => {
  const fresh = {
    id: invitation.id,
    email_cipher: invitation.emailCipher,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    expires_at: invitation.expiresAt,
    created_at: invitation.createdAt,
  }
  return tx
    .insertInto('invitation')
    .values({ vendor_id: vendorId, email_hash: invitation.emailHash, ...fresh })
    .onConflict((oc) => oc.constraint('invitation_email_unique').doUpdateSet(fresh))
    .execute()
}

export const listInvitations = (db: Db, vendorId: VendorId): Promise<Invitation[]> =>
  db
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('vendor_id', '=', vendorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const invitationRow = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('invitation').select(COLUMNS).where('vendor_id', '=', vendorId).where('id', '=', id)

export const findInvitation = (db: Db, vendorId: VendorId, id: string) =>
  invitationRow(db, vendorId, id).executeTakeFirst()

export const lockInvitation = (tx: Tx, vendorId: VendorId, id: string) =>
  invitationRow(tx, vendorId, id).forUpdate().executeTakeFirst()

export const deleteInvitation = async (tx: Tx, vendorId: VendorId, id: string) => {
  const result = await tx
    .deleteFrom('invitation')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** The ids of the deleted ones. */
export const deleteInvitationsOf = async (tx: Tx, vendorId: VendorId, invitedBy: AccountId): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('invitation')
    .where('vendor_id', '=', vendorId)
    .where('invited_by', '=', invitedBy)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const logInvitation = (
  tx: Tx,
  vendorId: VendorId,
  { id, emailHash, createdAt }: Pick<Invitation, 'id' | 'emailHash' | 'createdAt'>,
) =>
  tx
    .insertInto('invitation_log')
    .values({ vendor_id: vendorId, id, email_hash: emailHash, created_at: createdAt })
    .execute()

/** The invitations that the vendor has mailed since then. */
export const invitedSince = (tx: Tx, vendorId: VendorId, since: Date) =>
  tx
    .selectFrom('invitation_log')
    .select(['email_hash as emailHash', 'created_at as at'])
    .where('vendor_id', '=', vendorId)
    .where('created_at', '>', since)
    .execute()

/** For a closed vendor. */
export const eraseInvitations = async (tx: Tx, vendorId: VendorId) => {
  await tx.deleteFrom('invitation').where('vendor_id', '=', vendorId).execute()
  await tx.deleteFrom('invitation_log').where('vendor_id', '=', vendorId).execute()
}
