import { groupBy } from '../../../domain/group-by.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { MESSAGE_STATUSES, type MessageStatus } from '../../../domain/messaging/settlement.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sourceFor } from './counters.ts'
import { listByStatus, type StatusRow } from './counts.sql.ts'

/** Messages of a campaign by status, with their cost. */
export interface Tally {
  counts: Record<MessageStatus, number>
  read: number
  /** All rows that exist. During the expansion they are fewer than the recipients. */
  total: number
  costMinorUnit: bigint
  /** Refunded for messages that failed, or that were given up and delivered later. */
  refundedMinorUnit: bigint
  /** Cost of the messages that are not settled yet. */
  openMinorUnit: bigint
}

/** Reads each message, for what moves money. */
export const tallyMessages = async (db: Db, vendorId: VendorId, campaignId: string): Promise<Tally> =>
  tallyOf(await listByStatus(db, vendorId, 'MESSAGES', [campaignId]))

/** Reads counters, for what people look at. */
export async function readTallies(db: Db, vendorId: VendorId, campaignIds: readonly string[]) {
  if (campaignIds.length === 0) return new Map<string, Tally>()
  const rows = groupBy(await readCounters(db, vendorId, campaignIds), ({ campaignId }) => campaignId)
  return new Map(campaignIds.map((id) => [id, tallyOf(rows.get(id) ?? [])]))
}

export const readTally = async (db: Db, vendorId: VendorId, campaignId: string): Promise<Tally> =>
  tallyOf(await readCounters(db, vendorId, [campaignId]))

interface StateFilter {
  status?: MessageStatus | undefined
  isRead?: boolean | undefined
}

/** How many messages of a campaign are in a state, from the counters. */
export async function countInState(db: Db, vendorId: VendorId, campaignId: string, { status, isRead }: StateFilter) {
  const rows = await readCounters(db, vendorId, [campaignId])
  const countIn = ({ count, read }: StatusRow) => (isRead === undefined ? count : isRead ? read : count - read)
  return Number(sumOf(rows, (row) => (status === undefined || row.status === status ? countIn(row) : 0n)))
}

const readCounters = async (db: Db, vendorId: VendorId, campaignIds: readonly string[]) =>
  listByStatus(db, vendorId, await sourceFor(db, vendorId), campaignIds)

function tallyOf(rows: readonly StatusRow[]): Tally {
  const countOf = (status: MessageStatus) => Number(sumOf(rows, (row) => (row.status === status ? row.count : 0n)))
  return {
    counts: Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, countOf(status)])) as Tally['counts'],
    read: Number(sumOf(rows, ({ read }) => read)),
    total: Number(sumOf(rows, ({ count }) => count)),
    costMinorUnit: sumOf(rows, ({ costMinorUnit }) => costMinorUnit),
    refundedMinorUnit: sumOf(rows, (row) => (isRefunded(row) ? row.costMinorUnit : 0n)),
    openMinorUnit: sumOf(rows, (row) => (row.settledAs === null ? row.costMinorUnit : 0n)),
  }
}

const sumOf = (rows: readonly StatusRow[], of: (row: StatusRow) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n)

const isRefunded = ({ status, settledAs }: StatusRow) =>
  settledAs === 'REFUNDED' && (status === 'FAILED' || status === 'DELIVERED')
