import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from '../campaign/daily-figures.sql.ts'

/** Beyond this nobody needs the exact figure, and the database does not look for it. */
export const SENT_COUNTED_MAX = 10_000

/** Messages that the provider took, of those made since an instant; one more than the most where there are more. */
export const countSentSince = (db: Db, vendorId: VendorId, since: Date): Promise<number> =>
  sql.countSentSince(db, vendorId, since, SENT_COUNTED_MAX + 1)
