import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Counters, isCounted, keepCounts } from '../../../platform/db/keep-counts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type CountSource, insertMissingCounts } from './counts.sql.ts'
import { addUpChanges } from './keep.cross-vendor.sql.ts'

const MESSAGE_COUNTERS: Counters = { recounts: 'message_recount', addUpChanges, insertMissingCounts }

export const keepMessageCounts = (deps: Pick<Deps, 'db' | 'log'>) => keepCounts(deps, MESSAGE_COUNTERS)

/** For figures that people look at. What moves money counts the messages themselves, under its locks. */
export const sourceFor = async (db: Db, vendorId: VendorId): Promise<CountSource> =>
  (await isCounted(db, MESSAGE_COUNTERS, vendorId)) ? 'COUNTERS' : 'MESSAGES'
