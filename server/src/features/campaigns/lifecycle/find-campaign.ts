import type { VendorId } from '../../../domain/ids.ts'
import { type CampaignStatus, canTransition } from '../../../domain/messaging/campaign.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { lockSubscription } from '../../subscriptions/lifecycle/current.ts'
import { lockWallet } from '../../wallet/read.ts'
import * as sql from './lifecycle.sql.ts'

/** The vendor's campaign, or 404. */
export async function campaignOf(db: Db, vendorId: VendorId, id: string): Promise<sql.CampaignRow> {
  const campaign = await sql.findCampaign(db, vendorId, id)
  if (!campaign) throw notFound()
  return campaign
}

/** For whoever moves its money and conversations: wallet, plan and campaign are locked, in the order of all locks. */
export async function lockWithMoney(tx: Tx, vendorId: VendorId, id: string, now: Date): Promise<sql.CampaignRow> {
  await lockWallet(tx, vendorId)
  await lockSubscription(tx, vendorId, now)
  const campaign = await sql.lockCampaign(tx, vendorId, id)
  if (!campaign) throw notFound()
  return campaign
}

export function assertMayMove(campaign: Pick<sql.CampaignRow, 'status'>, to: CampaignStatus) {
  if (!canTransition(campaign.status, to)) throw wrongState(campaign.status)
}

export const wrongState = (currentStatus: CampaignStatus) =>
  new AppError('INVALID_STATE', {
    detail: `This is not possible while the campaign has the status ${currentStatus}.`,
    members: { currentStatus },
  })
