import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** Deletes the invitations of a closed vendor. */
export const eraseInvitations = (tx: Tx, vendorId: VendorId) => sql.eraseInvitations(tx, vendorId)
