import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** For a caller that decides by the balance and acts on the decision later in the same transaction. */
export const lockWallet = (tx: Tx, vendorId: VendorId) => sql.lockWallet(tx, vendorId)
