import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

const BATCH_FILES = 50

/** Deletes the files of exports whose link has expired. */
export async function purgeExports(deps: Pick<Deps, 'db' | 'clock' | 'files'>) {
  for (const { vendorId, id, storageKey } of await crossVendor.listExpired(deps.db, deps.clock.now(), BATCH_FILES)) {
    await deps.files.remove(storageKey)
    await inTransaction(deps.db, (tx) => sql.changeExport(tx, vendorId, id, ['READY'], { status: 'EXPIRED' }))
  }
}

/** Deletes all exports of a closed vendor. One that is being written finds its row gone and removes its file. */
export async function eraseExports({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId) {
  for (const { id, storageKey } of await sql.listStorageKeys(db, vendorId)) {
    await inTransaction(db, (tx) => sql.deleteExport(tx, vendorId, id))
    await files.remove(storageKey)
  }
}
