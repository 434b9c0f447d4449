import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { cancelQueued, hasMessagesInSending } from '../../messages/campaign/campaign-messages.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import * as sql from '../launch/launch.sql.ts'
import { assertExpanded } from './find-campaign.ts'
import type { CampaignRow } from './lifecycle.sql.ts'
import { releaseHold } from './release-hold.ts'

/**
 * Cancels the queued messages of a paused campaign to these countries and releases their money and conversations. They
 * stay among its messages, so they are not counted as skipped. The caller holds the locks of the wallet, the
 * subscription and the campaign; while it is paused, no message is claimed.
 */
export async function excludeQueued(tx: Tx, campaign: CampaignRow, countries: readonly string[], now: Date) {
  if (countries.length === 0) return
  assertExpanded(campaign)
  const { vendor_id: vendorId, id } = campaign
  // Asked before the cancellation: a message that is queued again in between is cancelled.
  if (await hasMessagesInSending(tx, vendorId, id, countries))
    throw new AppError('INVALID_STATE', {
      detail: 'Messages to these countries are still being sent. Try again in a moment.',
      members: { currentStatus: campaign.status },
    })
  const { count, costMinorUnit, firstId } = await cancelQueued(tx, vendorId, id, countries)
  await releaseHold(tx, campaign, `release-${id}-excluded-${firstId}`, costMinorUnit, now)
  await settleConversations(tx, vendorId, { used: 0, reserved: -count }, now)
  const excluded = withCountries(campaign.exclude_countries, countries)
  await sql.updateCampaign(tx, vendorId, id, { exclude_countries: excluded, updated_at: now })
}

/** Sorted, without duplicates. */
export const withCountries = (before: readonly string[], added: readonly string[] = []) =>
  [...new Set([...before, ...added])].sort()
