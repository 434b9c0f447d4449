import { MINUTE_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { CAMPAIGN_SCHEDULE_DAYS_MAX, CAMPAIGN_SCHEDULE_MINUTES_MIN } from '../../../domain/limits.ts'
import { requiredKeys, type VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { countAudience } from '../../contacts/audience/audience.ts'
import { assertHasRecipients, mappingFor } from '../../quotations/audience.ts'
import { assertWithinCap } from '../../subscriptions/usage/conversation-usage.ts'
import { findSendable } from '../../templates/sendable.ts'
import * as sql from '../launch/launch.sql.ts'
import { insertCampaign, type LaunchDeps, recordLaunch, resolveListAudience } from '../launch/launch.ts'
import type { CampaignPatch, LaunchBody, LaunchView } from '../launch/launch-schema.ts'
import { campaignColumns, checkLaunch, type Prices, pricesFor } from '../launch/launch-within.ts'
import { presentLaunch } from '../launch/present-launch.ts'
import { serializeLaunches } from '../launch/serialize-launches.ts'
import { invalidState } from '../lifecycle/find-campaign.ts'
import { type CampaignRow, lockCampaign } from '../lifecycle/lifecycle.sql.ts'
import { readCampaign } from '../reports/read-campaign.ts'

/**
 * Performs all checks of a launch and reserves nothing: audience, prices and cap are determined at the scheduled time.
 */
export const scheduleCampaign = (
  deps: LaunchDeps,
  who: VendorPrincipal,
  body: LaunchBody & { scheduledAt: Date },
  idempotency: IdempotencyRecord,
): Promise<LaunchView> =>
  serializeLaunches(deps.db, who.vendorId, async () => {
    const now = deps.clock.now()
    assertScheduleInRange(body.scheduledAt, now)
    const prices = await pricesFor(deps, who.vendorId, body.quotationId, now)
    return inTransaction(deps.db, (tx) => scheduleWithin(tx, deps, who, body, idempotency, prices, now))
  })

async function scheduleWithin(
  tx: Tx,
  deps: LaunchDeps,
  who: VendorPrincipal,
  body: LaunchBody & { scheduledAt: Date },
  idempotency: IdempotencyRecord,
  prices: Prices,
  now: Date,
) {
  const { vendorId } = who
  const launch = { prices, resolveAudience: (tx: Tx) => resolveListAudience(tx, vendorId, body, now) }
  const checked = await checkLaunch(tx, deps, vendorId, launch, now)
  const { audience, template } = checked.target
  await assertWithinCap(tx, vendorId, audience.recipients, now)
  const id = newId<'campaign'>()
  const name = body.name ?? template.name
  const unlaunched = { media_id: null, quotation_id: null, snapshot_id: null, launched_at: null }
  const times = { status: 'SCHEDULED', scheduled_at: body.scheduledAt } as const
  await insertCampaign(tx, who, { ...campaignColumns(checked, now), ...unlaunched, ...times, id, name }, now)
  await recordLaunch(tx, who, 'CAMPAIGN_SCHEDULED', { id, name, launched: checked }, now)
  const view = presentLaunch(id, 'SCHEDULED', checked)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

/** Updates a campaign that has not been launched yet. */
export async function updateScheduled(deps: LaunchDeps, vendorId: VendorId, id: string, patch: CampaignPatch) {
  const now = deps.clock.now()
  if (patch.scheduledAt) assertScheduleInRange(patch.scheduledAt, now)
  await inTransaction(deps.db, (tx) => updateWithin(tx, vendorId, id, patch, now))
  return readCampaign(deps, vendorId, id)
}

async function updateWithin(tx: Tx, vendorId: VendorId, id: string, patch: CampaignPatch, now: Date) {
  const row = await lockCampaign(tx, vendorId, id)
  if (!row) throw notFound()
  if (!isEditable(row)) throw invalidState(row.status)
  const { name, scheduledAt, variables, excludeCountries } = patch
  const mapping = variables && (await checkVariables(tx, vendorId, row.template_id, variables))
  const filled = mapping ?? (row.variables as VariableMapping)
  await sql.updateCampaign(tx, vendorId, id, {
    ...(name !== undefined && { name }),
    ...(scheduledAt && { scheduled_at: scheduledAt }),
    ...(mapping && { variables: mapping }),
    ...(excludeCountries && (await exclusionColumns(tx, row, filled, excludeCountries, now))),
    updated_at: now,
  })
}

const isEditable = ({ status, launched_at }: CampaignRow) =>
  status === 'SCHEDULED' || (status === 'PAUSED' && launched_at === null)

/** Counts the audience again, because the campaign view shows who is skipped. */
async function exclusionColumns(
  tx: Tx,
  row: CampaignRow,
  mapping: VariableMapping,
  excludeCountries: string[],
  now: Date,
) {
  if (row.list_id === null) throw new Error('a campaign without a list is launched at once')
  const selection = { listId: row.list_id, asOf: now, requiredKeys: requiredKeys(mapping), excludeCountries }
  const audience = await countAudience(tx, row.vendor_id, selection)
  assertHasRecipients(audience)
  const { recipients, skipped } = audience
  return { exclude_countries: excludeCountries, recipients, skipped }
}

const checkVariables = async (tx: Tx, vendorId: VendorId, templateId: string, variables: VariableMapping) =>
  mappingFor(await findSendable(tx, vendorId, templateId), variables, { needsVariables: true })

export function assertScheduleInRange(scheduledAt: Date, now: Date) {
  const minutesAhead = (scheduledAt.getTime() - now.getTime()) / MINUTE_MS
  if (minutesAhead >= CAMPAIGN_SCHEDULE_MINUTES_MIN && minutesAhead <= CAMPAIGN_SCHEDULE_DAYS_MAX * 24 * 60) return
  const message = `must be between ${CAMPAIGN_SCHEDULE_MINUTES_MIN} minutes and ${CAMPAIGN_SCHEDULE_DAYS_MAX} days from now`
  throw new AppError('SCHEDULE_OUT_OF_REACH', {
    detail: `scheduledAt: ${message}`,
    errors: [{ path: 'scheduledAt', message }],
  })
}
