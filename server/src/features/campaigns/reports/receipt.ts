import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { type ReceiptLine, splitCharge } from '../../../domain/money/receipt.ts'
import { type Db, inSnapshot } from '../../../platform/db/db.ts'
import { listCharged } from '../../messages/campaign/campaign-messages.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { presentSkipped } from '../../quotations/present.ts'
import { readHold } from '../../wallet/read.ts'
import { getCampaign } from '../lifecycle/find-campaign.ts'
import { skippedOf } from './read-campaign.ts'
import type { ReceiptView } from './views.ts'

type Priced = Awaited<ReturnType<typeof readSnapshot>>

/** The charges of a campaign so far, divided into the provider's cost and the platform's fee. */
export const campaignReceipt = (db: Db, vendorId: VendorId, id: string): Promise<ReceiptView> =>
  inSnapshot(db, (db) => receiptFromSnapshot(db, vendorId, id))

async function receiptFromSnapshot(db: Db, vendorId: VendorId, id: string): Promise<ReceiptView> {
  const campaign = await getCampaign(db, vendorId, id)
  const ids = [...campaign.former_snapshot_ids, campaign.snapshot_id].flatMap((snapshotId) => snapshotId ?? [])
  const prices = await Promise.all(ids.map((snapshotId) => readSnapshot(db, vendorId, snapshotId)))
  const lines = await linesOf(db, vendorId, id, prices)
  const sum = (of: (line: ReceiptLine) => bigint) => lines.reduce((all, line) => all + of(line), 0n)
  // A hold is captured for messages and the platform fee only, so that the rest is the fee.
  const captured = (await readHold(db, vendorId, id))?.capturedMinorUnit ?? 0n
  const campaignFee = captured - sum(({ totalMinorUnit }) => totalMinorUnit)
  return {
    campaignId: id,
    name: campaign.name,
    currency: campaign.currency,
    ...presentSkipped(skippedOf(campaign)),
    isFinal: campaign.billing_closed_at !== null,
    lines: lines.map((line) => ({
      countryCode: line.countryCode,
      category: line.category,
      messages: line.messages,
      unitMinorUnit: toJsonInteger(line.unitMinorUnit),
      totalMinorUnit: toJsonInteger(line.totalMinorUnit),
      providerCostMinorUnit: toJsonInteger(line.providerCostMinorUnit),
      platformFeeMinorUnit: toJsonInteger(line.platformFeeMinorUnit),
    })),
    campaignFeeMinorUnit: toJsonInteger(campaignFee),
    providerCostMinorUnit: toJsonInteger(sum((line) => line.providerCostMinorUnit)),
    platformFeeMinorUnit: toJsonInteger(sum((line) => line.platformFeeMinorUnit) + campaignFee),
    totalMinorUnit: toJsonInteger(captured),
  }
}

/** One line per charged price: after a repricing, messages that were sent before keep their price. */
async function linesOf(db: Db, vendorId: VendorId, id: string, prices: readonly Priced[]) {
  const charged = await listCharged(db, vendorId, id)
  return charged.flatMap(({ countryCode, category, unitMinorUnit, count }) => {
    const price = prices.find((priced) => priced.category === category && unitTo(priced, countryCode) === unitMinorUnit)
    const { rate, items } = price ?? (prices.at(-1) as Priced)
    const item = items.find((candidate) => candidate.countryCode === countryCode)
    const line = { messages: Number(count), unitMinorUnit, metaCostUsdMicros: item?.metaCostUsdMicros }
    return { countryCode, category, ...line, ...splitCharge(line, rate) }
  })
}

const unitTo = ({ items }: Priced, countryCode: string) =>
  items.find((item) => item.countryCode === countryCode)?.unitMinorUnit
