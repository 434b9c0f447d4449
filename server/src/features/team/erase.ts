import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { deleteAccount } from '../auth/accounts/accounts.ts'
import { lockMembers } from '../vendors/members.ts'
import * as sql from './sql.ts'

/**
 * Deletes the invitations of a closed vendor and the accounts of its members, which belong to no other vendor. Those of
 * its administrators stay, because they may still read the books.
 */
export async function eraseTeam(tx: Tx, vendorId: VendorId) {
  await sql.eraseInvitations(tx, vendorId)
  for (const { accountId, role } of await lockMembers(tx, vendorId))
    if (role !== 'ADMIN') await deleteAccount(tx, accountId)
}
