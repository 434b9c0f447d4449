import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import { type CallbackStatus, type MessageState, settle } from '../../../domain/messaging/settlement.ts'
import type { Discrepancy, MessageRow } from './settle.sql.ts'

/** A status of one message, reported by the provider or determined by the platform. */
export interface ReportedStatus {
  status: CallbackStatus
  at: Date
  /** The provider's number, or a code of our own. */
  errorCode: string | null
}

export interface MessageSettlement {
  before: MessageRow
  after: MessageRow
  discrepancies: Discrepancy[]
}

/** The message after these updates, applied in order. */
export function settleMessage(before: MessageRow, updates: readonly ReportedStatus[]): MessageSettlement {
  let after = before
  const discrepancies: Discrepancy[] = []
  for (const update of updates) {
    const state = stateOf(after)
    const { next, isDiscrepancy } = settle(state, update.status)
    if (isDiscrepancy) discrepancies.push({ messageId: before.id, ...update })
    if (next === state) continue
    after = {
      ...after,
      status: next.status,
      settledAs: next.settledAs,
      isCounted: next.isCounted,
      ...(update.status === 'failed' ? failureFields(after, update) : confirmationFields(after, update, next)),
    }
  }
  return { before, after, discrepancies }
}

const stateOf = ({ status, settledAs, isCounted, readAt, errorCode }: MessageRow): MessageState => ({
  status,
  settledAs,
  isCounted,
  isRead: readAt !== null,
  isPresumed: status === 'FAILED' && errorCode === OUTCOME_UNKNOWN,
})

/** A message that was given up keeps that failure time: the figures of that day already count it. */
const failureFields = ({ failedAt }: MessageRow, { at, errorCode }: ReportedStatus) => ({
  failedAt: failedAt ?? at,
  errorCode,
})

/** The earliest time of each status is kept, so that the order of the updates does not matter. */
function confirmationFields(row: MessageRow, { status, at }: ReportedStatus, next: MessageState) {
  return {
    // A message that was given up had been sent before.
    sentAt: earlier(row.sentAt ?? row.failedAt, at),
    ...(next.status !== 'FAILED' && { errorCode: null, failedAt: null }),
    deliveredAt: status === 'sent' ? row.deliveredAt : earlier(row.deliveredAt, at),
    readAt: status === 'read' ? earlier(row.readAt, at) : row.readAt,
  }
}

const earlier = (known: Date | null, at: Date) => (known === null || at < known ? at : known)

/** False for a repeated update, for which nothing is written. */
export const isChanged = ({ before, after }: MessageSettlement) =>
  before !== after && (Object.keys(before) as (keyof MessageRow)[]).some((key) => !isSame(before[key], after[key]))

const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)
