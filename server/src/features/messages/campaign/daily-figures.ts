import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './daily-figures.sql.ts'

/** Sent messages are counted up to this number. */
export const SENT_COUNTED_MAX = 10_000

type Period = sql.Period
export type DayFigures = sql.DayRow

/**
 * Messages sent in a period, by day, with their present status. A message that the provider never accepted counts on
 * the day on which it failed. `campaignIds` are the campaigns that may have sent anything in the period.
 */
export async function dailyFigures(
  db: Db,
  vendorId: VendorId,
  campaignIds: readonly string[],
  period: Period,
): Promise<DayFigures[]> {
  const [ofCampaigns, ofSingles] = await Promise.all([
    sql.campaignFiguresByDay(db, vendorId, campaignIds, period),
    sql.singleFiguresByDay(db, vendorId, period),
  ])
  return [...ofCampaigns, ...ofSingles]
}

/** Messages created since an instant that the provider accepted: at most one more than SENT_COUNTED_MAX. */
export const countSentSince = (db: Db, vendorId: VendorId, since: Date): Promise<number> =>
  sql.countSentSince(db, vendorId, since, SENT_COUNTED_MAX + 1)
