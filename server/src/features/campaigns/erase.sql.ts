import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

/** The rows stay, because ledger and messages refer to them. */
export const eraseTexts = (tx: Tx, vendorId: VendorId) =>
  tx
    .updateTable('campaign')
    .set({ name: '', template_name: '', components: '[]', variables: '{}', media_id: null })
    .where('vendor_id', '=', vendorId)
    .execute()
