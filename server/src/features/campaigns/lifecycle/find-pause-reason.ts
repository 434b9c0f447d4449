import type { PauseReason } from '../../../domain/messaging/campaign.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertMaySend } from '../../subscriptions/lifecycle/current.ts'
import { assertFitsNewPlan } from '../../subscriptions/usage/conversation-usage.ts'
import { findSendableIfAny } from '../../templates/sendable.ts'
import { isFailing } from './failure-rate.ts'
import type { CampaignRow } from './lifecycle.sql.ts'

type ReasonDeps = Pick<Deps, 'db' | 'config'>

/** Why a launched campaign may not send now. Undefined when it may. */
export async function findPauseReason(
  deps: ReasonDeps,
  campaign: CampaignRow,
  now: Date,
): Promise<PauseReason | undefined> {
  const refusal = await planRefusal(deps, campaign, now)
  if (refusal) return refusal
  // A deleted template cannot be sent either.
  const template = await findSendableIfAny(deps.db, campaign.vendor_id, campaign.template_id)
  if (template?.status !== 'APPROVED') return 'TEMPLATE_NOT_APPROVED'
  if (template.category !== campaign.category) return 'CATEGORY_CHANGED'
  return (await isFailing(deps, campaign)) ? 'FAILURE_RATE' : undefined
}

const PLAN_REASONS = [
  'VENDOR_SUSPENDED',
  'SUBSCRIPTION_FROZEN',
  'SUBSCRIPTION_REQUIRED',
  'CONVERSATION_CAP_REACHED',
] as const satisfies readonly PauseReason[]

/** Why a launched campaign may not be sent under the vendor's plan of now. Undefined when it may. */
export async function planRefusal(
  deps: ReasonDeps,
  { vendor_id: vendorId, launched_at: launchedAt }: CampaignRow,
  now: Date,
): Promise<PauseReason | undefined> {
  try {
    await assertMaySend(deps.db, deps, vendorId, now)
    if (launchedAt) await assertFitsNewPlan(deps.db, vendorId, launchedAt, now)
    return undefined
  } catch (error) {
    const reason = PLAN_REASONS.find((code) => error instanceof AppError && error.code === code)
    if (reason === undefined) throw error
    return reason
  }
}
