import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sourceFor } from './counters.ts'
import * as sql from './counts.sql.ts'

export type DayFigures = sql.DayRow

/**
 * Messages sent in a period, by day, with their present status. A message that the provider never accepted counts on
 * the day on which it failed.
 */
export const dailyFigures = async (db: Db, vendorId: VendorId, period: sql.Period): Promise<DayFigures[]> =>
  sql.listByDay(db, vendorId, await sourceFor(db, vendorId), period)

/** Sent messages are counted up to this number. */
export const SENT_COUNTED_MAX = 10_000

/** Messages created since an instant that the provider accepted: at most one more than SENT_COUNTED_MAX. */
export const countSentSince = (db: Db, vendorId: VendorId, since: Date): Promise<number> =>
  sql.countSentSince(db, vendorId, since, SENT_COUNTED_MAX + 1)
