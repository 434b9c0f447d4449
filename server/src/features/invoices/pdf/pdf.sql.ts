import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { PdfStatus } from '../tables.ts'

type Table = 'invoice' | 'credit_note'

/** Compare-and-set that includes the revision, because a rendering of an older revision is obsolete. */
export const movePdf = async (
  tx: Tx,
  vendorId: VendorId,
  table: Table,
  of: { id: string; revision: number },
  from: readonly PdfStatus[],
  to: { pdf_status: PdfStatus; pdf_key: string | null },
) => {
  const result = await tx
    .updateTable(table)
    .set(to)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', of.id)
    .where('pdf_revision', '=', of.revision)
    .where('pdf_status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
