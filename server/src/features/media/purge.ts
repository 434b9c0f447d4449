import { HOUR_MS } from '../../domain/durations.ts'
import { MEDIA_UNUSED_DAYS } from '../../domain/limits.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

const BATCH_FILES = 50
/** An unfinished upload that is older was interrupted by a crash. */
const UPLOAD_HOURS_MAX = 2

/** Deletes unused files and interrupted uploads. */
export async function purgeMedia(deps: Pick<Deps, 'db' | 'clock' | 'files'>) {
  const hoursAgo = (hours: number) => new Date(deps.clock.now().getTime() - hours * HOUR_MS)
  const before = { unused: hoursAgo(MEDIA_UNUSED_DAYS * 24), unfinished: hoursAgo(UPLOAD_HOURS_MAX) }
  // The file is deleted in the transaction of its row, because a template may start to use it at this moment.
  for (const { vendorId, id, storageKey } of await crossVendor.listStale(deps.db, before, BATCH_FILES))
    await inTransaction(deps.db, async (tx) => {
      if (await sql.deleteUnused(tx, vendorId, id)) await deps.files.remove(storageKey)
    })
}
