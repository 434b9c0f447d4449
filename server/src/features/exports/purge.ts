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

/**
 * Deletes all exports of a closed vendor. One that is being written cannot become ready any more and removes its file.
 * The row goes last, because nothing else leads to the file when this process is killed in between.
 */
export async function eraseExports({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId) {
  for (const { id, storageKey } of await sql.listStorageKeys(db, vendorId)) {
    await inTransaction(db, (tx) => sql.changeExport(tx, vendorId, id, ['QUEUED', 'RUNNING'], { status: 'FAILED' }))
    await files.remove(storageKey)
    await inTransaction(db, (tx) => sql.deleteExport(tx, vendorId, id))
  }
}
