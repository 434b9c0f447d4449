import type { VendorId } from '../../../domain/ids.ts'
import { failureReason } from '../../../domain/messaging/failure-reason.ts'
import { RETRY_RULES } from '../../../domain/messaging/provider-errors.ts'
import { MESSAGE_STATUSES, type MessageStatus } from '../../../domain/messaging/settlement.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Slice } from '../../../platform/http/pagination.ts'
import * as sql from './campaign-messages.sql.ts'

/** How the messages of a campaign stand, and their money. */
export interface Tally {
  counts: Record<MessageStatus, number>
  read: number
  /** All rows there are; fewer than its recipients while they are still being written. */
  total: number
  costMinorUnit: bigint
  /** Given back for messages that failed, or were reported so late that they had been given up; and what is open. */
  refundedMinorUnit: bigint
  openMinorUnit: bigint
}

export async function tallyMessages(db: Db, vendorId: VendorId, campaignId: string): Promise<Tally> {
  const rows = await sql.tally(db, vendorId, campaignId)
  const sum = (of: (row: sql.TallyRow) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const countOf = (status: MessageStatus) => Number(sum((row) => (row.status === status ? row.count : 0n)))
  return {
    counts: Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, countOf(status)])) as Tally['counts'],
    read: Number(sum(({ read }) => read)),
    total: Number(sum(({ count }) => count)),
    costMinorUnit: sum(({ costMinorUnit }) => costMinorUnit),
    refundedMinorUnit: sum((row) => (isRefunded(row) ? row.costMinorUnit : 0n)),
    openMinorUnit: sum((row) => (row.settledAs === null ? row.costMinorUnit : 0n)),
  }
}

const isRefunded = ({ status, settledAs }: sql.TallyRow) =>
  settledAs === 'REFUNDED' && (status === 'FAILED' || status === 'DELIVERED')

/** Why messages failed, in plain words, and which of them a retry campaign may include. */
export async function failuresOf(db: Db, vendorId: VendorId, campaignId: string, now: Date) {
  const rows = await sql.listFailures(db, vendorId, campaignId)
  return rows.map(({ errorCode, count, costMinorUnit, firstFailedAt, lastFailedAt }) => {
    const after = RETRY_AFTER_SECONDS.get(errorCode ?? '')
    const isPast = (failedAt: Date | null) =>
      after !== undefined && failedAt !== null && failedAt.getTime() + after * 1_000 <= now.getTime()
    return {
      errorCode: errorCode ?? '',
      errorReason: failureReason(errorCode ?? ''),
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

/** How many of each campaign still wait to be sent, and how many failed; what has none is not among them. */
export async function countQueuedAndFailed(db: Db, vendorId: VendorId, campaignIds: readonly string[]) {
  const rows = campaignIds.length === 0 ? [] : await sql.countOpenAndFailed(db, vendorId, campaignIds)
  const of = (wanted: MessageStatus) =>
    new Map(rows.flatMap(({ campaignId, status, count }) => (status === wanted ? [[campaignId, Number(count)]] : [])))
  return { open: of('QUEUED'), failed: of('FAILED') }
}

export const chargedMessages = (db: Db, vendorId: VendorId, campaignId: string) =>
  sql.listCharged(db, vendorId, campaignId)

/** Whether anything may still leave. */
export const hasUnsent = (db: Db, vendorId: VendorId, campaignId: string) => sql.hasUnsent(db, vendorId, campaignId)

/** Whether the provider took any of its messages. */
export const hasTaken = (db: Db, vendorId: VendorId, campaignId: string) => sql.hasTaken(db, vendorId, campaignId)

/**
 * The first message that is not over, looking on from where the last look ended: what is over stays so, and a campaign
 * of a hundred thousand is gone through once, not at every look.
 */
export async function firstUnsettled(
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  from: Buffer | undefined,
): Promise<Buffer | undefined> {
  for (let next = from; ; ) {
    const rows = await sql.statusesFrom(db, vendorId, campaignId, next, LOOK_ROWS)
    const found = rows.find(({ status }) => !SETTLED.includes(status))
    if (found || rows.length < LOOK_ROWS) return found?.mobileHash
    next = rows.at(-1)?.mobileHash
  }
}

const LOOK_ROWS = 1_000
const SETTLED: readonly MessageStatus[] = ['DELIVERED', 'FAILED', 'CANCELLED']

export const countRefused = (db: Db, vendorId: VendorId, campaignId: string) =>
  sql.countRefused(db, vendorId, campaignId)

export const countAccepted = (db: Db, vendorId: VendorId, campaignId: string, max: number) =>
  sql.countAccepted(db, vendorId, campaignId, max)

/** In the order of their numbers' hashes, which nothing changes. */
export async function listMessages(
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  filter: sql.MessageFilter,
  slice: Slice,
) {
  const [rows, total] = await Promise.all([
    sql.listMessages(db, vendorId, campaignId, filter, slice),
    sql.countMessages(db, vendorId, campaignId, filter),
  ])
  return { messages: rows.map(presentMessage), total }
}

/** The next of them, for whoever goes through all. */
export const nextMessages = async (
  db: Db,
  vendorId: VendorId,
  campaignId: string,
  after: string | undefined,
  limit: number,
) =>
  (await sql.listMessages(db, vendorId, campaignId, {}, { after, limit, offset: 0 })).map((row) => ({
    ...presentMessage(row),
    countryCode: row.country_code,
    createdAt: row.created_at.toISOString(),
  }))

type MessageRow = Awaited<ReturnType<typeof sql.listMessages>>[number]

const presentMessage = (row: MessageRow) => ({
  id: row.id,
  contactId: row.contact_id,
  status: row.status,
  wamid: row.wamid,
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
