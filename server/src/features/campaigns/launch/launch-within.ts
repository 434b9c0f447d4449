import type { VendorId } from '../../../domain/ids.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { currentTrace } from '../../../platform/tracing.ts'
import type { Audience } from '../../contacts/audience/audience.ts'
import type { UsdRate } from '../../currency/usd-rate.ts'
import { retainMedia } from '../../media/use.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { type AudiencePrice, type PricingDeps, priceAudienceAt, rateFor } from '../../pricing/price-audience.ts'
import { saveSnapshot } from '../../pricing/snapshot.ts'
import { assertUsable } from '../../quotations/assert-usable.ts'
import { createQuotation } from '../../quotations/create.ts'
import { findQuotation } from '../../quotations/read.ts'
import { assertMaySend, lockSubscription } from '../../subscriptions/lifecycle/current.ts'
import type { GraceDeps } from '../../subscriptions/lifecycle/save-subscription.ts'
import { reserveConversations } from '../../subscriptions/usage/conversation-usage.ts'
import type { SendableTemplate } from '../../templates/sendable.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { insufficientBalance, moveMoney } from '../../wallet/move-money.ts'
import { spendableBalance } from '../../wallet/read.ts'
import { expandCampaign } from '../jobs.ts'
import type { NewCampaign } from './launch.sql.ts'

/** The template, the audience and the variables of a campaign. */
export interface CampaignAudience {
  template: SendableTemplate
  /** Null for a retry campaign, which goes to the failed recipients of its parent. */
  listId: string | null
  mapping: VariableMapping
  excludeCountries: readonly string[]
  audience: Audience
}

/** The prices of a quotation, or today's prices at a rate that was fetched before the transaction. */
export type Prices = { quotationId: string } | { rate: UsdRate }

export const pricesFor = async (
  deps: PricingDeps,
  vendorId: VendorId,
  quotationId: string | undefined,
  now: Date,
): Promise<Prices> => (quotationId === undefined ? { rate: await rateFor(deps, vendorId, now) } : { quotationId })

interface Launch {
  campaignId: string
  /** Undefined: the name of the template. */
  name: string | undefined
  /** Determines the recipients. Called with the wallet and the subscription locked; may lock the campaign. */
  resolveAudience(tx: Tx): Promise<CampaignAudience>
  prices: Prices
  saveCampaign(tx: Tx, columns: CampaignColumns): Promise<unknown>
}

/** The columns that a launch sets, for a new campaign and for a scheduled one. */
export type CampaignColumns = ReturnType<typeof campaignColumns> &
  Pick<NewCampaign, 'name' | 'media_id' | 'quotation_id' | 'snapshot_id' | 'status' | 'launched_at' | 'traceparent'>

export interface CheckedLaunch {
  target: CampaignAudience
  price: AudiencePrice
  /** The quotation that the request named. */
  quoted?: { quotationId: string; snapshotId: string }
}

/**
 * Checks the launch, reserves money and conversations, saves the campaign and enqueues its expansion, all in one
 * transaction. The locks of the wallet and the subscription serialize the launches of a vendor, so that no two spend
 * the same money or conversations.
 */
export async function launchWithin(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  launch: Launch,
  now: Date,
): Promise<CheckedLaunch> {
  const checked = await checkLaunch(tx, deps, vendorId, launch, now)
  const { target, price } = checked
  await reserveConversations(tx, vendorId, target.audience.recipients, now)
  if (target.template.mediaId !== null) await retainMedia(tx, vendorId, target.template.mediaId)
  const quoted = checked.quoted ?? (await savePrice(tx, vendorId, checked, now))
  const name = launch.name ?? target.template.name
  await launch.saveCampaign(tx, {
    ...campaignColumns(checked, now),
    name,
    media_id: target.template.mediaId,
    quotation_id: quoted.quotationId,
    snapshot_id: quoted.snapshotId,
    status: 'RUNNING',
    launched_at: now,
    traceparent: currentTrace() ?? null,
  })
  const { campaignId } = launch
  await reserveMoney(tx, vendorId, { campaignId, name, amountMinorUnit: price.totalMinorUnit }, now)
  await addToOutbox(tx, vendorId, expandCampaign, { campaignId }, now)
  crashPoint('campaign.launched')
  return checked
}

/** Performs all checks of a launch except the conversation cap, and changes nothing. */
export async function checkLaunch(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  { prices, ...launch }: Pick<Launch, 'resolveAudience' | 'prices'>,
  now: Date,
): Promise<CheckedLaunch> {
  const wallet = await lockWallet(tx, vendorId)
  await lockSubscription(tx, vendorId, now)
  await assertMaySend(tx, deps, vendorId, now)
  const target = await launch.resolveAudience(tx)
  const { template, audience } = target
  const pricedAudience = { category: template.category, recipientsByCountry: audience.byCountry }
  const { price, ...quotation } =
    'rate' in prices
      ? { price: await priceAudienceAt(tx, vendorId, pricedAudience, prices.rate, now) }
      : await useQuotation(tx, vendorId, prices.quotationId, target, wallet.currency, now)
  const spendable = spendableBalance(wallet)
  // With a balance of zero nothing is sent, not even free messages.
  if (spendable < price.totalMinorUnit || spendable === 0n) throw insufficientBalance(price.totalMinorUnit, spendable)
  return { target, price, ...quotation }
}

async function useQuotation(
  tx: Tx,
  vendorId: VendorId,
  id: string,
  target: CampaignAudience,
  currency: string,
  now: Date,
) {
  const quotation = await findQuotation(tx, vendorId, id)
  assertUsable(quotation, { ...target, listId: target.listId ?? '' }, currency, now)
  return { price: quotation.price, quoted: { quotationId: quotation.id, snapshotId: quotation.snapshotId } }
}

/** A quotation needs a contact list. A retry campaign has none, so only its price is saved. */
async function savePrice(tx: Tx, vendorId: VendorId, { target, price }: CheckedLaunch, now: Date) {
  const { listId } = target
  if (listId === null) return { quotationId: null, snapshotId: await saveSnapshot(tx, vendorId, price, now) }
  const { id, snapshotId } = await createQuotation(tx, vendorId, { ...target, listId, price }, now)
  return { quotationId: id, snapshotId }
}

/** Copies the template, which may be deleted while the campaign runs. */
export const campaignColumns = (
  { target: { template, listId, mapping, excludeCountries, audience }, price }: CheckedLaunch,
  now: Date,
) => ({
  template_id: template.id,
  template_name: template.name,
  provider_name: template.providerName,
  language: template.language,
  category: template.category,
  components: template.components,
  list_id: listId,
  variables: mapping,
  exclude_countries: [...excludeCountries],
  currency: price.rate.currency,
  pause_reason: null,
  recipients: audience.recipients,
  skipped: audience.skipped,
  updated_at: now,
})

async function reserveMoney(
  tx: Tx,
  vendorId: VendorId,
  { campaignId, name, amountMinorUnit }: { campaignId: string; name: string; amountMinorUnit: bigint },
  now: Date,
) {
  if (amountMinorUnit === 0n) return
  const reserve = {
    type: 'RESERVED',
    amountMinorUnit,
    idempotencyKey: `reserve-${campaignId}`,
    description: `Hold for campaign ${name}`,
    referenceType: 'CAMPAIGN',
    referenceId: campaignId,
    hold: campaignId,
  } as const
  await moveMoney(tx, vendorId, [reserve], now)
}
