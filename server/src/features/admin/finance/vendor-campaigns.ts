import type { VendorId } from '../../../domain/ids.ts'
import type { CampaignStatus } from '../../../domain/messaging/campaign.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { listCampaigns } from '../../campaigns/reports/read-campaign.ts'
import { readHolds } from '../../wallet/read.ts'

/** The campaigns with what became of the money that was reserved for each. */
export async function listVendorCampaigns(
  db: Db,
  vendorId: VendorId,
  filter: { status: CampaignStatus | undefined },
  page: Page,
) {
  const { campaigns, total } = await listCampaigns(db, vendorId, filter, page)
  const ids = campaigns.map(({ id }) => id)
  const holds = new Map((await readHolds(db, vendorId, ids)).map((hold) => [hold.id, hold] as const))
  const rows = campaigns.map((campaign) => {
    const { amountMinorUnit = 0n, capturedMinorUnit = 0n, returnedMinorUnit = 0n } = holds.get(campaign.id) ?? {}
    return {
      ...campaign,
      heldMinorUnit: toJsonInteger(amountMinorUnit - capturedMinorUnit - returnedMinorUnit),
      capturedMinorUnit: toJsonInteger(capturedMinorUnit),
      returnedMinorUnit: toJsonInteger(returnedMinorUnit),
    }
  })
  return { rows, total }
}
