import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { divideCharge, type ReceiptLine } from '../../../domain/money/receipt.ts'
import { type Db, inSnapshot } from '../../../platform/db/db.ts'
import { chargedMessages } from '../../messages/campaign/campaign-messages.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { presentLeftOut } from '../../quotations/present.ts'
import { readHold } from '../../wallet/read.ts'
import { campaignOf } from '../lifecycle/find-campaign.ts'
import { leftOutOf } from './read-campaign.ts'
import type { ReceiptView } from './views.ts'

type Priced = Awaited<ReturnType<typeof readSnapshot>>

/** What was charged for a campaign until now, and how it divides between the provider's cost and the platform's fee. */
export const campaignReceipt = (db: Db, vendorId: VendorId, id: string): Promise<ReceiptView> =>
  inSnapshot(db, (db) => receiptIn(db, vendorId, id))

async function receiptIn(db: Db, vendorId: VendorId, id: string): Promise<ReceiptView> {
  const campaign = await campaignOf(db, vendorId, id)
  const ids = [...campaign.former_snapshot_ids, campaign.snapshot_id].flatMap((snapshotId) => snapshotId ?? [])
  const prices = await Promise.all(ids.map((snapshotId) => readSnapshot(db, vendorId, snapshotId)))
  const lines = await linesOf(db, vendorId, id, prices)
  const sum = (of: (line: ReceiptLine) => bigint) => lines.reduce((all, line) => all + of(line), 0n)
  // Messages and fee are all that is ever captured of a hold.
  const captured = (await readHold(db, vendorId, id))?.capturedMinorUnit ?? 0n
  const campaignFee = captured - sum(({ totalMinorUnit }) => totalMinorUnit)
  return {
    campaignId: id,
    name: campaign.name,
    currency: campaign.currency,
    ...presentLeftOut(leftOutOf(campaign)),
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

/** By the price that was charged: of what was priced anew the messages that had left before keep theirs. */
async function linesOf(db: Db, vendorId: VendorId, id: string, prices: readonly Priced[]) {
  const charged = await chargedMessages(db, vendorId, id)
  return charged.flatMap(({ countryCode, category, unitMinorUnit, count }) => {
    const price = prices.find((one) => one.category === category && unitTo(one, countryCode) === unitMinorUnit)
    const { rate, items } = price ?? (prices.at(-1) as Priced)
    const item = items.find((one) => one.countryCode === countryCode)
    const line = { messages: Number(count), unitMinorUnit, metaCostUsdMicros: item?.metaCostUsdMicros }
    return { countryCode, category, ...line, ...divideCharge(line, rate) }
  })
}

const unitTo = ({ items }: Priced, countryCode: string) =>
  items.find((item) => item.countryCode === countryCode)?.unitMinorUnit
