import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

export const lockRequests = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('refund_request')
    .select(['id', 'reason_cipher', 'note_cipher', 'paid_out_reference_cipher'])
    .where('vendor_id', '=', vendorId)
    .forUpdate()
    .execute()

export const updateCiphers = (
  tx: Tx,
  vendorId: VendorId,
  {
    id,
    ...ciphers
  }: { id: string; reason_cipher: Buffer; note_cipher: Buffer | null; paid_out_reference_cipher: Buffer | null },
) => tx.updateTable('refund_request').set(ciphers).where('vendor_id', '=', vendorId).where('id', '=', id).execute()
