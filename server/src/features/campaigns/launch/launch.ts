import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { PricingDeps } from '../../pricing/price-audience.ts'
import { type AudienceSelection, resolveAudience } from '../../quotations/audience.ts'
import { recordCampaignAction } from '../record-campaign-action.ts'
import * as sql from './launch.sql.ts'
import type { LaunchBody, LaunchView } from './launch-schema.ts'
import {
  type CampaignAudience,
  type CampaignColumns,
  type CheckedLaunch,
  launchWithin,
  type Prices,
  pricesFor,
} from './launch-within.ts'
import { presentLaunch } from './present-launch.ts'
import { serializeLaunches } from './serialize-launches.ts'

export type LaunchDeps = PricingDeps & Pick<Deps, 'clock'>

/**
 * Reserves the cost of a campaign and starts it. Only the number of recipients is determined here; a job writes the
 * messages.
 */
export const launchCampaign = (
  deps: LaunchDeps,
  who: VendorPrincipal,
  body: LaunchBody,
  idempotency: IdempotencyRecord,
): Promise<LaunchView> =>
  serializeLaunches(deps.db, who.vendorId, async () => {
    const now = deps.clock.now()
    const prices = await pricesFor(deps, who.vendorId, body.quotationId, now)
    return inTransaction(deps.db, (tx) => launchNewWithin(tx, deps, who, body, idempotency, prices, now))
  })

async function launchNewWithin(
  tx: Tx,
  deps: LaunchDeps,
  who: VendorPrincipal,
  body: LaunchBody,
  idempotency: IdempotencyRecord,
  prices: Prices,
  now: Date,
) {
  const campaignId = newId<'campaign'>()
  const launch = {
    campaignId,
    name: body.name,
    prices,
    resolveAudience: (tx: Tx) => resolveListAudience(tx, who.vendorId, body, now),
    saveCampaign: (tx: Tx, columns: CampaignColumns) => insertCampaign(tx, who, { id: campaignId, ...columns }, now),
  }
  const launched = await launchWithin(tx, deps, who.vendorId, launch, now)
  await recordLaunch(tx, who, 'CAMPAIGN_LAUNCHED', { id: campaignId, name: body.name, launched }, now)
  const view = presentLaunch(campaignId, 'RUNNING', launched)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

type ListSelection = Pick<AudienceSelection, 'templateId' | 'contactListId'> & {
  [Key in 'variables' | 'excludeCountries']?: AudienceSelection[Key] | undefined
}

export async function resolveListAudience(
  tx: Tx,
  vendorId: VendorId,
  { templateId, contactListId, variables, excludeCountries = [] }: ListSelection,
  now: Date,
): Promise<CampaignAudience> {
  const selection = { templateId, contactListId, variables, excludeCountries }
  const target = await resolveAudience(tx, vendorId, selection, now, { needsVariables: true })
  return { ...target, mapping: target.mapping ?? {} }
}

type NewCampaignColumns = CampaignColumns & { id: string; parent_campaign_id?: string; scheduled_at?: Date }

export const insertCampaign = (
  tx: Tx,
  { vendorId, accountId }: VendorPrincipal,
  campaign: NewCampaignColumns,
  now: Date,
) => sql.insertCampaign(tx, vendorId, { ...campaign, created_by: accountId ?? null, created_at: now })

export const recordLaunch = (
  tx: Tx,
  who: VendorPrincipal,
  action: 'CAMPAIGN_LAUNCHED' | 'CAMPAIGN_SCHEDULED',
  { id, name, launched: { target } }: { id: string; name: string | undefined; launched: CheckedLaunch },
  now: Date,
) => {
  const { template, audience } = target
  return recordCampaignAction(
    tx,
    who,
    action,
    { id, name: name ?? template.name, recipients: audience.recipients },
    now,
  )
}
