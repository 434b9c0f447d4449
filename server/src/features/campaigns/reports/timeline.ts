import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { messageTimeline } from '../../messages/campaign/timeline.ts'
import { getCampaign } from '../lifecycle/find-campaign.ts'
import type { TimelineView } from './views.ts'

/** Empty before the launch. */
export async function campaignTimeline(db: Db, vendorId: VendorId, id: string): Promise<TimelineView> {
  const { launched_at: launchedAt } = await getCampaign(db, vendorId, id)
  return launchedAt ? messageTimeline(db, vendorId, id, launchedAt) : { stepSeconds: 1, steps: [] }
}
