import type { VendorId } from '../../../domain/ids.ts'
import { UNLAUNCHED_RETRY_SECONDS } from '../../../domain/limits.ts'
import { isPauseReason, type PauseReason } from '../../../domain/messaging/campaign.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { rateFor } from '../../pricing/price-audience.ts'
import { findSendable } from '../../templates/sendable.ts'
import { readWallet } from '../../wallet/read.ts'
import { type CampaignRow, findCampaign, lockCampaign } from '../lifecycle/lifecycle.sql.ts'
import { pauseCampaign, tellPaused } from '../lifecycle/pause.ts'
import * as sql from './launch.sql.ts'
import { type LaunchDeps, resolveListAudience } from './launch.ts'
import { type CampaignColumns, launchWithin } from './launch-within.ts'

/** At its time: the launch that was put off. What is refused pauses the campaign, and the vendor is told why. */
export async function startScheduled(deps: LaunchDeps, vendorId: VendorId, campaignId: string, now: Date) {
  const isDue = (row: CampaignRow) => row.status === 'SCHEDULED' && row.scheduled_at !== null && row.scheduled_at <= now
  const refusal = await tryStart(deps, vendorId, campaignId, isDue, now)
  if (refusal) await inTransaction(deps.db, (tx) => pauseCampaign(tx, vendorId, campaignId, refusal, now))
}

/** A person wants it to start now. Throws what refuses it. */
export async function startUnlaunched(deps: LaunchDeps, vendorId: VendorId, campaignId: string, now: Date) {
  await start(deps, vendorId, campaignId, isUnlaunched, now)
}

/** Of these the vendor decides: it would not expect the campaign to start by itself, perhaps weeks later. */
const NEVER_BY_ITSELF: readonly PauseReason[] = ['BY_VENDOR', 'LIST_EMPTY']

/**
 * One that was refused at its time starts by itself once the reason is gone. Looking costs a count of its audience, so
 * this looks when money has moved or the plan is paid, else once a minute.
 */
export async function tryResumeUnlaunched(deps: LaunchDeps, vendorId: VendorId, campaignId: string, now: Date) {
  const row = await findCampaign(deps.db, vendorId, campaignId)
  if (!row || !isUnlaunched(row) || row.pause_reason === null || NEVER_BY_ITSELF.includes(row.pause_reason)) return
  if (!(await isWorthATry(deps, row, now))) return
  const isSame = (locked: CampaignRow) => isUnlaunched(locked) && locked.pause_reason === row.pause_reason
  const refusal = await tryStart(deps, vendorId, campaignId, isSame, now)
  if (refusal) await inTransaction(deps.db, (tx) => stayPaused(tx, vendorId, campaignId, refusal, now))
}

const isUnlaunched = (row: CampaignRow) => row.status === 'PAUSED' && row.launched_at === null

const isAboutThePlan = (reason: PauseReason) => reason === 'SUBSCRIPTION_FROZEN' || reason === 'SUBSCRIPTION_REQUIRED'

async function isWorthATry({ db }: LaunchDeps, row: CampaignRow, now: Date) {
  // Refused before anybody is counted.
  if (row.pause_reason && isAboutThePlan(row.pause_reason)) return true
  if (now.getTime() - row.updated_at.getTime() >= UNLAUNCHED_RETRY_SECONDS * 1_000) return true
  return (await readWallet(db, row.vendor_id)).head_at > row.updated_at
}

async function stayPaused(tx: Tx, vendorId: VendorId, campaignId: string, reason: PauseReason, now: Date) {
  const row = await lockCampaign(tx, vendorId, campaignId)
  if (!row || !isUnlaunched(row)) return
  if (row.pause_reason === reason && isAboutThePlan(reason)) return
  await sql.changeCampaign(tx, vendorId, campaignId, { pause_reason: reason, updated_at: now })
  if (row.pause_reason !== reason) await tellPaused(tx, row, reason, now)
}

type Test = (row: CampaignRow) => boolean

/** Undefined: it runs, or somebody has changed it meanwhile. */
async function tryStart(deps: LaunchDeps, vendorId: VendorId, campaignId: string, isStill: Test, now: Date) {
  try {
    await start(deps, vendorId, campaignId, isStill, now)
    return undefined
  } catch (error) {
    if (error instanceof SomebodyElse) return undefined
    const code = error instanceof AppError ? error.code : undefined
    if (code === undefined || !isPauseReason(code)) throw error
    return code
  }
}

class SomebodyElse extends AppError {
  constructor() {
    super('INVALID_STATE', { detail: 'The campaign has been changed in the meantime.' })
  }
}

async function start(deps: LaunchDeps, vendorId: VendorId, campaignId: string, isStill: Test, now: Date) {
  const rate = await rateFor(deps, vendorId, now)
  await inTransaction(deps.db, async (tx) => {
    const order = {
      campaignId,
      prices: { rate },
      name: (await findCampaign(tx, vendorId, campaignId))?.name,
      resolveAudience: async (tx: Tx) => {
        const row = await lockCampaign(tx, vendorId, campaignId)
        if (!row || !isStill(row)) throw new SomebodyElse()
        return aimAgain(tx, row, now)
      },
      saveCampaign: (tx: Tx, columns: CampaignColumns) => sql.changeCampaign(tx, vendorId, campaignId, columns),
    }
    await launchWithin(tx, deps, vendorId, order, now)
  })
}

/** Template and list may be gone by now. */
async function aimAgain(tx: Tx, row: CampaignRow, now: Date) {
  const { vendor_id: vendorId, template_id: templateId, list_id: contactListId } = row
  const variables = row.variables as VariableMapping
  await findSendable(tx, vendorId, templateId).catch(insteadOf('TEMPLATE_NOT_APPROVED', 'The template was deleted.'))
  const excludeCountries = row.exclude_countries
  const wanted = { templateId, contactListId: contactListId ?? '', variables, excludeCountries }
  return resolveListAudience(tx, vendorId, wanted, now).catch(insteadOf('LIST_EMPTY', 'The contact list was deleted.'))
}

const insteadOf = (code: 'TEMPLATE_NOT_APPROVED' | 'LIST_EMPTY', detail: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? new AppError(code, { detail }) : error
}
