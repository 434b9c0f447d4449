import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** Deletes the API keys of a closed vendor with their names. */
export const eraseApiKeys = (tx: Tx, vendorId: VendorId) => sql.eraseApiKeys(tx, vendorId)
