import type { VendorId } from '../../../domain/ids.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Audience } from '../../contacts/audience/audience.ts'
import type { UsdRate } from '../../currency/usd-rate.ts'
import { takeMedia } from '../../media/use.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { type AudiencePrice, type PricingDeps, priceAudienceAt, rateFor } from '../../pricing/price-audience.ts'
import { saveSnapshot } from '../../pricing/snapshot.ts'
import { createQuotation } from '../../quotations/create.ts'
import { findQuotation } from '../../quotations/read.ts'
import { assertUsable } from '../../quotations/use.ts'
import { assertMaySend, lockSubscription } from '../../subscriptions/lifecycle/current.ts'
import type { GraceDeps } from '../../subscriptions/lifecycle/save-subscription.ts'
import { reserveConversations } from '../../subscriptions/usage/conversation-usage.ts'
import type { SendableTemplate } from '../../templates/sendable.ts'
import { insufficientBalance, moveMoney } from '../../wallet/move.ts'
import { lockWallet, spendableOf } from '../../wallet/read.ts'
import { expandCampaign } from '../jobs.ts'
import type { NewCampaign } from './launch.sql.ts'

/** Who gets what. */
export interface CampaignAim {
  template: SendableTemplate
  /** Null: those whom the parent did not reach. */
  listId: string | null
  mapping: VariableMapping
  excludeCountries: readonly string[]
  audience: Audience
}

/** Those that were quoted, or those of today. A rate is asked for before the transaction. */
export type Prices = { quotationId: string } | { rate: UsdRate }

export const pricesFor = async (
  deps: PricingDeps,
  vendorId: VendorId,
  quotationId: string | undefined,
  now: Date,
): Promise<Prices> => (quotationId === undefined ? { rate: await rateFor(deps, vendorId, now) } : { quotationId })

export interface Launch {
  campaignId: string
  /** That of its template, if none was given. */
  name: string | undefined
  /** Looks who would be written to now. Wallet and subscription are held by then; it may take the campaign's lock. */
  aim(tx: Tx): Promise<CampaignAim>
  prices: Prices
  /** Writes the campaign down. */
  keep(tx: Tx, facts: CampaignFacts): Promise<unknown>
}

/** What a launch says about its campaign, whether it is a new one or waited for its time. */
export type CampaignFacts = ReturnType<typeof factsOf> &
  Pick<NewCampaign, 'name' | 'media_id' | 'quotation_id' | 'snapshot_id' | 'status' | 'launched_at'>

export interface Checked {
  aim: CampaignAim
  price: AudiencePrice
  /** Of the quotation that was named. */
  kept?: { quotationId: string; snapshotId: string }
}

/**
 * Checks, reserve, campaign and the promise of its messages, all or nothing. The two locks make launches of a vendor
 * wait for each other, so that no two spend the same money or the same conversations.
 */
export async function launchIn(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  launch: Launch,
  now: Date,
): Promise<Checked> {
  const checked = await checkLaunch(tx, deps, vendorId, launch, now)
  const { aim, price } = checked
  await reserveConversations(tx, vendorId, aim.audience.recipients, now)
  if (aim.template.mediaId !== null) await takeMedia(tx, vendorId, aim.template.mediaId)
  const kept = checked.kept ?? (await keepPrice(tx, vendorId, checked, now))
  const name = launch.name ?? aim.template.name
  await launch.keep(tx, {
    ...factsOf(checked, now),
    name,
    media_id: aim.template.mediaId,
    quotation_id: kept.quotationId,
    snapshot_id: kept.snapshotId,
    status: 'RUNNING',
    launched_at: now,
  })
  const { campaignId } = launch
  await reserveMoney(tx, vendorId, { campaignId, name, amountMinorUnit: price.totalMinorUnit }, now)
  await addToOutbox(tx, vendorId, expandCampaign, { campaignId }, now)
  crashPoint('campaign.launched')
  return checked
}

/** Refuses what a launch would refuse, but for the conversation cap, and changes nothing. */
export async function checkLaunch(
  tx: Tx,
  deps: GraceDeps,
  vendorId: VendorId,
  { prices, ...launch }: Pick<Launch, 'aim' | 'prices'>,
  now: Date,
): Promise<Checked> {
  const wallet = await lockWallet(tx, vendorId)
  await lockSubscription(tx, vendorId, now)
  await assertMaySend(tx, deps, vendorId, now)
  const aim = await launch.aim(tx)
  const { template, audience } = aim
  const wanted = { category: template.category, recipientsByCountry: audience.byCountry }
  const { price, ...quoted } =
    'rate' in prices
      ? { price: await priceAudienceAt(tx, vendorId, wanted, prices.rate, now) }
      : await useQuotation(tx, vendorId, prices.quotationId, aim, wallet.currency, now)
  const spendable = spendableOf(wallet)
  // At zero balance nothing is sent, not even what costs nothing.
  if (spendable < price.totalMinorUnit || spendable === 0n) throw insufficientBalance(price.totalMinorUnit, spendable)
  return { aim, price, ...quoted }
}

async function useQuotation(tx: Tx, vendorId: VendorId, id: string, aim: CampaignAim, currency: string, now: Date) {
  const quotation = await findQuotation(tx, vendorId, id)
  assertUsable(quotation, { ...aim, listId: aim.listId ?? '' }, currency, now)
  return { price: quotation.price, kept: { quotationId: quotation.id, snapshotId: quotation.snapshotId } }
}

/** A quotation is about a list; a second try over the failed has a price alone. */
async function keepPrice(tx: Tx, vendorId: VendorId, { aim, price }: Checked, now: Date) {
  const { listId } = aim
  if (listId === null) return { quotationId: null, snapshotId: await saveSnapshot(tx, vendorId, price, now) }
  const { id, snapshotId } = await createQuotation(tx, vendorId, { ...aim, listId, price }, now)
  return { quotationId: id, snapshotId }
}

/** The template is copied: it may be deleted while its campaign runs. */
export const factsOf = (
  { aim: { template, listId, mapping, excludeCountries, audience }, price }: Checked,
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
    description: `Reserved for the campaign ${name}`,
    referenceType: 'CAMPAIGN',
    referenceId: campaignId,
    hold: campaignId,
  } as const
  await moveMoney(tx, vendorId, [reserve], now)
}
