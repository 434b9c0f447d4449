import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './daily-figures.sql.ts'

export type Period = sql.Period
export type DayFigures = sql.DayRow

/**
 * What left in a period, by the day on which it did, and what has become of it until now. A message that the provider
 * never took counts on the day it failed. `campaignIds` are those that may have sent anything then.
 */
export async function dailyFigures(
  db: Db,
  vendorId: VendorId,
  campaignIds: readonly string[],
  period: Period,
): Promise<DayFigures[]> {
  const [ofCampaigns, ofSingles] = await Promise.all([
    sql.dailyOfCampaigns(db, vendorId, campaignIds, period),
    sql.dailyOfSingles(db, vendorId, period),
  ])
  return [...ofCampaigns, ...ofSingles]
}
