import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

/** Deletes all files of a closed vendor, whose templates are gone. */
export async function eraseMedia({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId) {
  for (const { id, storageKey } of await sql.listMedia(db, vendorId)) {
    await files.remove(storageKey)
    await inTransaction(db, (tx) => sql.deleteMedia(tx, vendorId, id))
  }
}
