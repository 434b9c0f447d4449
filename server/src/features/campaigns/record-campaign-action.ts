import type { VendorAction } from '../../domain/accounts/vendor-actions.ts'
import type { Tx } from '../../platform/db/db.ts'
import { recordForVendor, type VendorActor } from '../audit/record-for-vendor.ts'

type CampaignAction = Extract<VendorAction, `CAMPAIGN_${string}`>

/** For the vendor's audit log. */
export const recordCampaignAction = (
  tx: Tx,
  who: VendorActor,
  action: CampaignAction,
  { id, ...details }: { id: string; name?: string; recipients?: number },
  now: Date,
) => recordForVendor(tx, who, { action, subjectType: 'campaign', subjectId: id, details }, now)
