import type { VendorId } from '../../../domain/ids.ts'
import { UNLAUNCHED_RETRY_SECONDS } from '../../../domain/limits.ts'
import { isPauseReason, type PauseReason } from '../../../domain/messaging/campaign.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { rateFor } from '../../pricing/price-audience.ts'
import { assertWithinCap } from '../../subscriptions/usage/conversation-usage.ts'
import { findSendable } from '../../templates/sendable.ts'
import { readWallet } from '../../wallet/read.ts'
import * as sql from '../launch/launch.sql.ts'
import { type LaunchDeps, resolveListAudience } from '../launch/launch.ts'
import { type CampaignColumns, campaignColumns, checkLaunch, launchWithin } from '../launch/launch-within.ts'
import { withCountries } from '../lifecycle/exclude-countries.ts'
import { type CampaignRow, findCampaign, lockCampaign } from '../lifecycle/lifecycle.sql.ts'
import { notifyPaused, pauseCampaign } from '../lifecycle/pause.ts'

/** Launches a scheduled campaign when it is due. A refusal pauses the campaign and notifies the vendor. */
export async function startScheduled(deps: LaunchDeps, vendorId: VendorId, campaignId: string, now: Date) {
  const isDue = (row: CampaignRow) => row.status === 'SCHEDULED' && row.scheduled_at !== null && !isEarly(row, now)
  const refusal = await tryStart(deps, vendorId, campaignId, isDue, now)
  if (refusal) await inTransaction(deps.db, (tx) => pauseIfWithin(tx, vendorId, campaignId, isDue, refusal, now))
}

/** Since the refusal the vendor may have rescheduled the campaign, or another worker may have started it. */
async function pauseIfWithin(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  isExpected: StateCheck,
  reason: PauseReason,
  now: Date,
) {
  const row = await lockCampaign(tx, vendorId, campaignId)
  if (row && isExpected(row)) await pauseCampaign(tx, vendorId, campaignId, reason, now)
}

/**
 * Launches a paused campaign at the request of a member, or schedules it again when its time has not come. Throws the
 * refusal.
 */
export async function resumeUnlaunched(
  deps: LaunchDeps,
  { vendor_id: vendorId, id, scheduled_at }: CampaignRow,
  now: Date,
  record: (tx: Tx) => Promise<void>,
  excludeCountries: readonly string[],
) {
  const isEarlyNow = isEarly({ scheduled_at }, now)
  const isExpected = (row: CampaignRow) => isUnlaunched(row) && isEarly(row, now) === isEarlyNow
  await start(deps, vendorId, id, isExpected, now, {
    record,
    excludeCountries,
    launch: isEarlyNow ? scheduleAgain : launchWithin,
  })
}

/** Performs the checks of a launch and reserves nothing, as when the campaign was scheduled first. */
const scheduleAgain: typeof launchWithin = async (tx, deps, vendorId, launch, now) => {
  const checked = await checkLaunch(tx, deps, vendorId, launch, now)
  await assertWithinCap(tx, vendorId, checked.target.audience.recipients, now)
  await sql.updateCampaign(tx, vendorId, launch.campaignId, { ...campaignColumns(checked, now), status: 'SCHEDULED' })
  return checked
}

/** Only the vendor resumes these: it would not expect the campaign to start by itself, perhaps weeks later. */
const MANUAL_RESUME_REASONS: readonly PauseReason[] = ['BY_VENDOR', 'VENDOR_SUSPENDED', 'LIST_EMPTY']

/**
 * Launches a campaign that was refused at its scheduled time, once the reason is gone. Each attempt counts the
 * audience, so attempts are made when money has moved or the plan is paid, and otherwise once a minute.
 */
export async function tryResumeUnlaunched(deps: LaunchDeps, vendorId: VendorId, campaignId: string, now: Date) {
  const row = await findCampaign(deps.db, vendorId, campaignId)
  if (!row || !isUnlaunched(row) || row.pause_reason === null || MANUAL_RESUME_REASONS.includes(row.pause_reason))
    return
  if (isEarly(row, now)) return
  if (!(await shouldRetry(deps, row, now))) return
  const isSame = (locked: CampaignRow) =>
    isUnlaunched(locked) && !isEarly(locked, now) && locked.pause_reason === row.pause_reason
  const refusal = await tryStart(deps, vendorId, campaignId, isSame, now)
  if (refusal) await inTransaction(deps.db, (tx) => stayPausedWithin(tx, vendorId, campaignId, isSame, refusal, now))
}

const isUnlaunched = (row: CampaignRow) => row.status === 'PAUSED' && row.launched_at === null
const isEarly = ({ scheduled_at }: Pick<CampaignRow, 'scheduled_at'>, now: Date) =>
  scheduled_at !== null && scheduled_at > now

const isSubscriptionReason = (reason: PauseReason) =>
  reason === 'SUBSCRIPTION_FROZEN' || reason === 'SUBSCRIPTION_REQUIRED'

async function shouldRetry({ db }: LaunchDeps, row: CampaignRow, now: Date) {
  // This refusal comes before the audience is counted, so that an attempt is cheap.
  if (row.pause_reason && isSubscriptionReason(row.pause_reason)) return true
  if (now.getTime() - row.updated_at.getTime() >= UNLAUNCHED_RETRY_SECONDS * 1_000) return true
  return (await readWallet(db, row.vendor_id)).head_at > row.updated_at
}

async function stayPausedWithin(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  isExpected: StateCheck,
  reason: PauseReason,
  now: Date,
) {
  const row = await lockCampaign(tx, vendorId, campaignId)
  if (!row || !isExpected(row)) return
  if (row.pause_reason === reason && isSubscriptionReason(reason)) return
  await sql.updateCampaign(tx, vendorId, campaignId, { pause_reason: reason, updated_at: now })
  if (row.pause_reason !== reason) await notifyPaused(tx, row, reason, now)
}

type StateCheck = (row: CampaignRow) => boolean

/** Returns the reason of a refusal. Undefined: the campaign runs, or was changed meanwhile. */
async function tryStart(deps: LaunchDeps, vendorId: VendorId, campaignId: string, isExpected: StateCheck, now: Date) {
  try {
    await start(deps, vendorId, campaignId, isExpected, now)
    return undefined
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return undefined
    const code = error instanceof AppError ? error.code : undefined
    if (code === undefined || !isPauseReason(code)) throw error
    return code
  }
}

class ChangedMeanwhile extends AppError {
  constructor() {
    super('INVALID_STATE', { detail: 'The campaign has been changed in the meantime.' })
  }
}

interface StartOptions {
  record?: (tx: Tx) => Promise<void>
  excludeCountries?: readonly string[]
  launch?: typeof launchWithin
}

async function start(
  deps: LaunchDeps,
  vendorId: VendorId,
  campaignId: string,
  isExpected: StateCheck,
  now: Date,
  { record, excludeCountries, launch = launchWithin }: StartOptions = {},
) {
  const rate = await rateFor(deps, vendorId, now)
  await inTransaction(deps.db, async (tx) => {
    const stored = {
      campaignId,
      prices: { rate },
      name: (await findCampaign(tx, vendorId, campaignId))?.name,
      resolveAudience: async (tx: Tx) => {
        const row = await lockCampaign(tx, vendorId, campaignId)
        if (!row || !isExpected(row)) throw new ChangedMeanwhile()
        return resolveStoredAudience(tx, row, withCountries(row.exclude_countries, excludeCountries), now)
      },
      saveCampaign: (tx: Tx, columns: CampaignColumns) => sql.updateCampaign(tx, vendorId, campaignId, columns),
    }
    await launch(tx, deps, vendorId, stored, now)
    await record?.(tx)
  })
}

/** The template and the list may have been deleted since the campaign was scheduled. */
async function resolveStoredAudience(tx: Tx, row: CampaignRow, excludeCountries: string[], now: Date) {
  const { vendor_id: vendorId, template_id: templateId, list_id: contactListId } = row
  const variables = row.variables as VariableMapping
  await findSendable(tx, vendorId, templateId).catch(
    replaceNotFound('TEMPLATE_NOT_APPROVED', 'The template was deleted.'),
  )
  const selection = { templateId, contactListId: contactListId ?? '', variables, excludeCountries }
  return resolveListAudience(tx, vendorId, selection, now).catch(
    replaceNotFound('LIST_EMPTY', 'The contact list was deleted.'),
  )
}

const replaceNotFound = (code: 'TEMPLATE_NOT_APPROVED' | 'LIST_EMPTY', detail: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? new AppError(code, { detail }) : error
}
