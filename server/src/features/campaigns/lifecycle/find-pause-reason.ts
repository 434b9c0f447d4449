import type { VendorId } from '../../../domain/ids.ts'
import type { PauseReason } from '../../../domain/messaging/campaign.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertMaySend } from '../../subscriptions/lifecycle/current.ts'
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
  const refusal = await sendRefusal(deps, campaign.vendor_id, now)
  if (refusal) return refusal
  // A deleted template cannot be sent either.
  const template = await findSendableIfAny(deps.db, campaign.vendor_id, campaign.template_id)
  if (template?.status !== 'APPROVED') return 'TEMPLATE_NOT_APPROVED'
  if (template.category !== campaign.category) return 'CATEGORY_CHANGED'
  return (await isFailing(deps, campaign)) ? 'FAILURE_RATE' : undefined
}

/** Why the vendor may not send now. Undefined when it may. */
export async function sendRefusal(deps: ReasonDeps, vendorId: VendorId, now: Date): Promise<PauseReason | undefined> {
  try {
    await assertMaySend(deps.db, deps, vendorId, now)
    return undefined
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'VENDOR_SUSPENDED' || code === 'SUBSCRIPTION_FROZEN' || code === 'SUBSCRIPTION_REQUIRED') return code
    throw error
  }
}
