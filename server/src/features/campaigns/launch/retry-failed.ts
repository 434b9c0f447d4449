import type { VendorId } from '../../../domain/ids.ts'
import { requiredKeys, type VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { RETRY_RULES } from '../../../domain/messaging/provider-errors.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { type Audience, countReachable, reachableQuery } from '../../contacts/audience/audience.ts'
import type { UsdRate } from '../../currency/usd-rate.ts'
import { listFailures } from '../../messages/campaign/campaign-messages.ts'
import { failedRecipientsQuery, type RecipientQuery } from '../../messages/campaign/recipients.ts'
import { rateFor } from '../../pricing/price-audience.ts'
import { assertApproved, findSendable } from '../../templates/sendable.ts'
import { withCountries } from '../lifecycle/exclude-countries.ts'
import { type CampaignRow, findCampaign, lockCampaign } from '../lifecycle/lifecycle.sql.ts'
import * as sql from './launch.sql.ts'
import { insertCampaign, type LaunchDeps, recordLaunch } from './launch.ts'
import type { Exclusion, LaunchView } from './launch-schema.ts'
import { type CampaignAudience, type CampaignColumns, launchWithin } from './launch-within.ts'
import { presentLaunch } from './present-launch.ts'
import { serializeLaunches } from './serialize-launches.ts'

/** Launches a new campaign to the failed recipients that may be retried, at today's prices and with all checks. */
export const retryFailed = (
  deps: LaunchDeps,
  who: VendorPrincipal,
  parentId: string,
  exclusion: Exclusion,
  idempotency: IdempotencyRecord,
): Promise<LaunchView> =>
  serializeLaunches(deps.db, who.vendorId, async () => {
    const now = deps.clock.now()
    const parent = await findCampaign(deps.db, who.vendorId, parentId)
    if (!parent) throw notFound()
    const rate = await rateFor(deps, who.vendorId, now)
    return inTransaction(deps.db, (tx) => retryWithin(tx, deps, who, { parent, exclusion }, idempotency, rate, now))
  })

async function retryWithin(
  tx: Tx,
  deps: LaunchDeps,
  who: VendorPrincipal,
  { parent, exclusion }: { parent: CampaignRow; exclusion: Exclusion },
  idempotency: IdempotencyRecord,
  rate: UsdRate,
  now: Date,
) {
  const campaignId = newId<'campaign'>()
  const launch = {
    campaignId,
    name: parent.name,
    prices: { rate },
    resolveAudience: (tx: Tx) => resolveFailedRecipients(tx, who.vendorId, parent.id, exclusion, now),
    saveCampaign: (tx: Tx, columns: CampaignColumns) =>
      insertCampaign(tx, who, { ...columns, id: campaignId, parent_campaign_id: parent.id }, now),
  }
  const launched = await launchWithin(tx, deps, who.vendorId, launch, now)
  await recordLaunch(tx, who, 'CAMPAIGN_LAUNCHED', { id: campaignId, name: parent.name, launched }, now)
  const view = presentLaunch(campaignId, 'RUNNING', launched)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

/** Locks the parent: of two concurrent retries the second finds no recipients left. */
async function resolveFailedRecipients(
  tx: Tx,
  vendorId: VendorId,
  parentId: string,
  exclusion: Exclusion,
  now: Date,
): Promise<CampaignAudience> {
  const parent = await lockCampaign(tx, vendorId, parentId)
  if (!parent) throw notFound()
  if ((await sql.findRetryCampaigns(tx, vendorId, parentId)).some(({ isOpen }) => isOpen))
    throw new AppError('INVALID_STATE', {
      detail: 'The failed recipients are already being retried by another campaign.',
    })
  const template = await findSendable(tx, vendorId, parent.template_id)
  assertApproved(template)
  const mapping = parent.variables as VariableMapping
  const excludeCountries = withCountries(parent.exclude_countries, exclusion.excludeCountries)
  const hashes = await failedRecipientHashes(tx, parent, undefined, now)
  const selection = { hashes, requiredKeys: requiredKeys(mapping), excludeCountries }
  const audience = await countReachable(tx, vendorId, selection)
  if (audience.recipients === 0)
    throw isExcluded(audience) ? onlyExcluded() : nobodyToRetry(await listFailures(tx, vendorId, parentId, now))
  return { template, listId: null, mapping, excludeCountries, audience }
}

const isExcluded = ({ skipped }: Audience) => skipped.some(({ reason }) => reason === 'COUNTRY_EXCLUDED')

const onlyExcluded = () =>
  new AppError('NOBODY_TO_RETRY', {
    detail: 'All failed recipients that can be retried are in excluded countries.',
  })

/** Some recipients may be retried only later, because the provider requires a pause. */
function nobodyToRetry(failures: readonly { retryableAt: string | null }[]) {
  const [retryableAt] = failures.flatMap((failure) => failure.retryableAt ?? []).sort()
  return new AppError(
    'NOBODY_TO_RETRY',
    retryableAt === undefined
      ? {
          detail:
            'No failed recipient can be retried: either the failure is permanent or they have already been retried.',
        }
      : {
          detail: `The provider does not accept another message to these recipients yet. Try again after ${retryableAt}.`,
          members: { retryableAt },
        },
  )
}

/** The recipients of a retry campaign. */
export async function failedRecipients(tx: Tx, campaign: CampaignRow): Promise<RecipientQuery> {
  const { vendor_id: vendorId, parent_campaign_id: parentId, launched_at, created_at } = campaign
  const parent = parentId === null ? undefined : await findCampaign(tx, vendorId, parentId)
  if (!parent) throw new Error('a campaign without list and parent')
  const hashes = await failedRecipientHashes(tx, parent, campaign.id, launched_at ?? created_at)
  return reachableQuery(vendorId, {
    hashes,
    requiredKeys: requiredKeys(campaign.variables as VariableMapping),
    excludeCountries: campaign.exclude_countries,
  })
}

async function failedRecipientHashes(
  tx: Tx,
  { vendor_id: vendorId, id }: CampaignRow,
  forId: string | undefined,
  asOf: Date,
) {
  const retries = await sql.findRetryCampaigns(tx, vendorId, id)
  return failedRecipientsQuery(vendorId, {
    campaignId: id,
    rules: RETRY_RULES,
    asOf,
    retriedBy: retries.map((retry) => retry.id).filter((other) => other !== forId),
  })
}
