import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { messageTimeline } from '../../messages/campaign/timeline.ts'
import { campaignOf } from '../lifecycle/find-campaign.ts'
import type { TimelineView } from './views.ts'

/** Empty until it is launched. */
export async function campaignTimeline(db: Db, vendorId: VendorId, id: string): Promise<TimelineView> {
  const { launched_at: launchedAt } = await campaignOf(db, vendorId, id)
  return launchedAt ? messageTimeline(db, vendorId, id, launchedAt) : { stepSeconds: 1, steps: [] }
}
