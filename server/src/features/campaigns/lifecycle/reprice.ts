import type { TemplateCategory } from '../../../domain/template/template.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { UsdRate } from '../../currency/usd-rate.ts'
import { countQueued, repriceQueued } from '../../messages/campaign/recipients.ts'
import { priceAudienceAt } from '../../pricing/price-audience.ts'
import { readSnapshot, saveSnapshot } from '../../pricing/snapshot.ts'
import { insufficientBalance, type LedgerEntry, moveMoney } from '../../wallet/move-money.ts'
import { readWallet, spendableBalance } from '../../wallet/read.ts'
import * as sql from '../launch/launch.sql.ts'
import { assertExpanded } from './find-campaign.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

/**
 * Prices the queued messages again after the category of the template has changed, and reserves or returns the
 * difference. Sent messages and the platform fee keep their price. The caller holds the locks of the wallet, the
 * subscription and the campaign, and has fetched the rate before the transaction.
 */
export async function repriceUnsent(
  tx: Tx,
  campaign: CampaignRow,
  category: TemplateCategory,
  rate: UsdRate,
  now: Date,
) {
  if (campaign.category === category || campaign.status !== 'PAUSED') return
  assertExpanded(campaign)
  const { vendor_id: vendorId, id } = campaign
  const queued = await countQueued(tx, vendorId, id)
  const recipientsByCountry = new Map(queued.map(({ countryCode, count }) => [countryCode, count]))
  const price = await priceAudienceAt(tx, vendorId, { category, recipientsByCountry }, rate, now)
  const formerId = campaign.snapshot_id ?? ''
  const { platformFeeMinorUnit } = await readSnapshot(tx, vendorId, formerId)
  const total = { platformFeeMinorUnit, totalMinorUnit: price.messagesMinorUnit + platformFeeMinorUnit }
  const snapshotId = await saveSnapshot(tx, vendorId, { ...price, ...total }, now)
  const costBefore = queued.reduce((sum, { costMinorUnit }) => sum + costMinorUnit, 0n)
  await settleDifference(tx, campaign, snapshotId, price.messagesMinorUnit - costBefore, now)
  await repriceQueued(tx, vendorId, id, { category, units: price.items })
  const former = { former_snapshot_ids: [...campaign.former_snapshot_ids, formerId] }
  await sql.updateCampaign(tx, vendorId, id, { category, snapshot_id: snapshotId, ...former, updated_at: now })
}

async function settleDifference(tx: Tx, campaign: CampaignRow, snapshotId: string, more: bigint, now: Date) {
  if (more === 0n) return
  const { vendor_id: vendorId, id, name } = campaign
  const spendable = spendableBalance(await readWallet(tx, vendorId))
  if (more > spendable) throw insufficientBalance(more, spendable)
  const about = { referenceType: 'CAMPAIGN', referenceId: id, hold: id } as const
  const entry: LedgerEntry =
    more > 0n
      ? {
          ...about,
          type: 'RESERVED',
          amountMinorUnit: more,
          idempotencyKey: `reserve-${id}-${snapshotId}`,
          description: `Hold for campaign ${name} at its new price`,
        }
      : {
          ...about,
          type: 'REFUND',
          amountMinorUnit: -more,
          idempotencyKey: `release-${id}-${snapshotId}`,
          description: `Hold released for campaign ${name} at its new price`,
        }
  await moveMoney(tx, vendorId, [entry], now)
}
