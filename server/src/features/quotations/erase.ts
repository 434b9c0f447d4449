import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { storageKeyOf } from './pdf/storage-key.ts'
import * as sql from './sql.ts'

/** Deletes the variables and PDFs of a closed vendor's quotations. The rows stay, because campaigns refer to them. */
export async function eraseQuotations({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId) {
  for (const { id } of await sql.listQuotationIds(db, vendorId)) await files.remove(storageKeyOf(vendorId, id))
  await inTransaction(db, (tx) => sql.eraseQuotations(tx, vendorId))
}
