import type { VendorId } from '../../../domain/ids.ts'
import { failureReason, failureSuggestion } from '../../../domain/messaging/failure-reason.ts'
import { RETRY_RULES } from '../../../domain/messaging/provider-errors.ts'
import type { MessageStatus } from '../../../domain/messaging/settlement.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { type ProviderIds, providerIdsOf } from '../../../platform/crypto/provider-ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { countInState } from '../counts/tally.ts'
import { type CampaignOfUpdate, findCampaigns } from '../settlement/cross-vendor.sql.ts'
import * as sql from './campaign-messages.sql.ts'

/** Why messages failed, and which of them a retry campaign may include. */
export async function listFailures(db: Db, vendorId: VendorId, campaignId: string, now: Date) {
  const rows = await sql.listFailures(db, vendorId, campaignId)
  return rows.map(({ errorCode, count, costMinorUnit, firstFailedAt, lastFailedAt }) => {
    const after = RETRY_AFTER_SECONDS.get(errorCode ?? '')
    const isPast = (failedAt: Date | null) =>
      after !== undefined && failedAt !== null && failedAt.getTime() + after * 1_000 <= now.getTime()
    return {
      errorCode: errorCode ?? '',
      errorReason: failureReason(errorCode ?? ''),
      suggestion: failureSuggestion(errorCode ?? ''),
      count: Number(count),
      costMinorUnit: toJsonInteger(costMinorUnit),
      mayBeTriedAgain: isPast(firstFailedAt),
      retryableAt:
        after === undefined || lastFailedAt === null || isPast(lastFailedAt)
          ? null
          : new Date(lastFailedAt.getTime() + after * 1_000).toISOString(),
    }
  })
}

const RETRY_AFTER_SECONDS = new Map(RETRY_RULES.map(({ code, afterSeconds }) => [code, afterSeconds]))

export const listCharged = (db: Db, vendorId: VendorId, campaignId: string) => sql.listCharged(db, vendorId, campaignId)

/** Whether any message is still queued or being sent. */
export const hasUnsent = sql.hasUnsent

/** Whether the provider accepted any message of the campaign. */
export const hasAccepted = sql.hasAccepted

/**
 * The first message without a final status. `from` is the result of the previous call: a final status never changes
 * back, so that a campaign of a hundred thousand messages is scanned once and not on every call.
 */
export async function firstUnsettled(
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  from: Buffer | undefined,
): Promise<Buffer | undefined> {
  for (let next = from; ; ) {
    const rows = await sql.listStatusesFrom(db, vendorId, campaignId, next, BATCH_ROWS)
    // With a new key of the blind index all hashes have changed, and with them the order.
    if (next && !rows[0]?.mobileHash.equals(next)) {
      next = undefined
      continue
    }
    const found = rows.find(({ status }) => !FINAL_STATUSES.includes(status))
    if (found || rows.length < BATCH_ROWS) return found?.mobileHash
    next = rows.at(-1)?.mobileHash
  }
}

const BATCH_ROWS = 1_000
const FINAL_STATUSES: readonly MessageStatus[] = ['DELIVERED', 'FAILED', 'CANCELLED']

export const countRefused = sql.countRefused
export const countAccepted = sql.countAccepted

/**
 * Cancels the queued messages of a campaign, or those to some countries. The caller holds the locks of the wallet and
 * the campaign, and returns the money and the conversations in the same transaction.
 */
export const cancelQueued = sql.cancelQueued

/**
 * Whether a call for a message to these countries is under way. A temporary refusal would queue that message again.
 */
export const hasMessagesInSending = sql.hasMessagesInSending

/** The campaigns to which these status updates belong, as far as their messages are known and part of a campaign. */
export const findCampaignsOf = (
  db: Db,
  updates: readonly { wamid: string; otherWamid?: string | undefined; reference?: string | undefined }[],
): Promise<CampaignOfUpdate[]> =>
  findCampaigns(
    db,
    updates.map(({ wamid, otherWamid = wamid, reference }) => ({
      wamid,
      otherWamid,
      reference: reference ?? null,
    })),
  )

/** In the order of the hashed numbers, which is stable. */
export async function listMessages(
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  filter: sql.MessageFilter,
  page: Page,
) {
  const [rows, total] = await Promise.all([
    sql.listMessages(db, vendorId, campaignId, filter, page),
    countMessages(db, vendorId, campaignId, filter),
  ])
  const ids = await providerIdsOf(deps, db)
  return { messages: rows.map((row) => presentMessage(row, ids)), total }
}

const countMessages = (db: Db, vendorId: VendorId, campaignId: string, filter: sql.MessageFilter) =>
  filter.errorCode === undefined
    ? countInState(db, vendorId, campaignId, filter)
    : sql.countMessages(db, vendorId, campaignId, filter)

/** The next page, for callers that read all messages. */
export async function listMessagesAfter(
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  after: string | undefined,
  limit: number,
) {
  const rows = await sql.listMessages(db, vendorId, campaignId, {}, { after, limit, offset: 0 })
  const ids = await providerIdsOf(deps, db)
  return rows.map((row) => ({
    ...presentMessage(row, ids),
    countryCode: row.country_code,
    createdAt: row.created_at.toISOString(),
  }))
}

type MessageRow = Awaited<ReturnType<typeof sql.listMessages>>[number]

const presentMessage = (row: MessageRow, ids: ProviderIds) => ({
  id: row.id,
  contactId: row.contact_id,
  status: row.status,
  wamid: row.wamid && ids.open(row.wamid),
  errorCode: row.error_code,
  errorReason: row.error_code === null ? null : failureReason(row.error_code),
  costMinorUnit: toJsonInteger(row.cost_minor_unit),
  retryCount: row.retry_count,
  nextRetryAt: row.status === 'QUEUED' && row.retry_count > 0 ? row.due_at.toISOString() : null,
  sentAt: row.sent_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  readAt: row.read_at?.toISOString() ?? null,
  failedAt: row.failed_at?.toISOString() ?? null,
})
