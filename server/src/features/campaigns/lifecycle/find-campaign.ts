import type { VendorId } from '../../../domain/ids.ts'
import { type CampaignStatus, canTransition } from '../../../domain/messaging/campaign.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { lockSubscription } from '../../subscriptions/lifecycle/current.ts'
import { lockWallet } from '../../wallet/lock.ts'
import * as launchSql from '../launch/launch.sql.ts'
import * as sql from './lifecycle.sql.ts'

/** The vendor's campaign. Throws NOT_FOUND. */
export async function getCampaign(db: Db, vendorId: VendorId, id: string): Promise<sql.CampaignRow> {
  const campaign = await sql.findCampaign(db, vendorId, id)
  if (!campaign) throw notFound()
  return campaign
}

/** Whether any campaign is scheduled, running or paused. */
export const hasOpenCampaigns = launchSql.hasOpenCampaigns

/**
 * Locks the wallet, the subscription and the campaign, in the order that all transactions use. Needed for moving the
 * campaign's money or conversations.
 */
export async function lockCampaignAndWallet(
  tx: Tx,
  vendorId: VendorId,
  id: string,
  now: Date,
): Promise<sql.CampaignRow> {
  await lockWallet(tx, vendorId)
  await lockSubscription(tx, vendorId, now)
  const campaign = await sql.lockCampaign(tx, vendorId, id)
  if (!campaign) throw notFound()
  return campaign
}

export function assertCanTransition(campaign: Pick<sql.CampaignRow, 'status'>, to: CampaignStatus) {
  if (!canTransition(campaign.status, to)) throw invalidState(campaign.status)
}

/** All messages are written. */
export function assertExpanded({ expanded_at, status }: sql.CampaignRow) {
  if (expanded_at !== null) return
  throw new AppError('INVALID_STATE', {
    detail: 'The messages of this campaign are still being prepared. Try again in a moment.',
    members: { currentStatus: status },
  })
}

export const invalidState = (currentStatus: CampaignStatus) =>
  new AppError('INVALID_STATE', {
    detail: `This is not possible while the campaign has the status ${currentStatus}.`,
    members: { currentStatus },
  })
