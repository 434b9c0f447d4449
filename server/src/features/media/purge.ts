import { MEDIA_UNUSED_DAYS } from '../../domain/limits.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

const BATCH_FILES = 50
const HOUR_MS = 3_600_000
/** No upload takes this long: what is older was cut off by a crash. */
const UPLOAD_HOURS_MAX = 2

/** Deletes files that nothing shows. */
export async function purgeMedia(deps: Pick<Deps, 'db' | 'clock' | 'files'>) {
  const hoursAgo = (hours: number) => new Date(deps.clock.now().getTime() - hours * HOUR_MS)
  const before = { unused: hoursAgo(MEDIA_UNUSED_DAYS * 24), unfinished: hoursAgo(UPLOAD_HOURS_MAX) }
  // Only along with its row: a template may take it at this moment.
  for (const { vendorId, id, storageKey } of await sql.listStale(deps.db, before, BATCH_FILES))
    await inTransaction(deps.db, async (tx) => {
      if (await sql.deleteUnused(tx, vendorId, id)) await deps.files.remove(storageKey)
    })
}
