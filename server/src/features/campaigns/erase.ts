import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './erase.sql.ts'

/** Deletes the texts of a closed vendor's campaigns. */
export const eraseCampaignTexts = (tx: Tx, vendorId: VendorId) => sql.eraseTexts(tx, vendorId)
