import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** Deletes the templates of a closed vendor. */
export const eraseTemplates = (tx: Tx, vendorId: VendorId) => sql.eraseTemplates(tx, vendorId)
