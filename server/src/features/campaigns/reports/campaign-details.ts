import type { VendorId } from '../../../domain/ids.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readCampaign } from './read-campaign.ts'
import { campaignReceipt } from './receipt.ts'
import { campaignTimeline } from './timeline.ts'
import type { CampaignDetailsView, CampaignPart } from './views.ts'

/** The campaign with the requested parts, all read from one snapshot, so that their figures agree. */
export const readCampaignDetails = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  vendorId: VendorId,
  id: string,
  parts: readonly CampaignPart[],
): Promise<CampaignDetailsView> =>
  inSnapshot(deps.db, async (db) => ({
    ...(await readCampaign({ ...deps, db }, vendorId, id)),
    ...(parts.includes('timeline') && { timeline: await campaignTimeline(db, vendorId, id) }),
    ...(parts.includes('receipt') && { receipt: await campaignReceipt(db, vendorId, id) }),
  }))
