import { OUTCOME_UNKNOWN } from '../../../domain/messaging/failure-reason.ts'
import { type CallbackStatus, type MessageState, settle } from '../../../domain/messaging/settlement.ts'
import type { Conflict, MessageRow } from './settle.sql.ts'

/** What the provider told of one message, or what we know by ourselves. */
export interface StatusReport {
  status: CallbackStatus
  at: Date
  /** The provider's number, or a word of ours. */
  errorCode: string | null
}

export interface MessageSettlement {
  before: MessageRow
  after: MessageRow
  conflicts: Conflict[]
}

/** A message after all that was told of it, in that order. */
export function settlementOf(before: MessageRow, news: readonly StatusReport[]): MessageSettlement {
  let after = before
  const conflicts: Conflict[] = []
  for (const one of news) {
    const state = stateOf(after)
    const { next, isConflict } = settle(state, one.status)
    if (isConflict) conflicts.push({ messageId: before.id, ...one })
    if (next === state) continue
    after = {
      ...after,
      status: next.status,
      settledAs: next.settledAs,
      isCounted: next.isCounted,
      ...(one.status === 'failed' ? failedBy(after, one) : confirmedBy(after, one, next)),
    }
  }
  return { before, after, conflicts }
}

const stateOf = ({ status, settledAs, isCounted, readAt, errorCode }: MessageRow): MessageState => ({
  status,
  settledAs,
  isCounted,
  isRead: readAt !== null,
  isPresumed: status === 'FAILED' && errorCode === OUTCOME_UNKNOWN,
})

/** One that we gave up keeps the day on which we did: reports of that day have counted it. */
const failedBy = ({ failedAt }: MessageRow, { at, errorCode }: StatusReport) => ({
  failedAt: failedAt ?? at,
  errorCode,
})

/** The earliest instant of each kind counts, so that the order of callbacks does not. */
function confirmedBy(row: MessageRow, { status, at }: StatusReport, next: MessageState) {
  return {
    // What was given up had been sent before that.
    sentAt: earlier(row.sentAt ?? row.failedAt, at),
    ...(next.status !== 'FAILED' && { errorCode: null, failedAt: null }),
    deliveredAt: status === 'sent' ? row.deliveredAt : earlier(row.deliveredAt, at),
    readAt: status === 'read' ? earlier(row.readAt, at) : row.readAt,
  }
}

const earlier = (known: Date | null, at: Date) => (known === null || at < known ? at : known)

/** A copy of what was told before changes nothing, and nothing is written for it. */
export const isChanged = ({ before, after }: MessageSettlement) =>
  before !== after && (Object.keys(before) as (keyof MessageRow)[]).some((key) => !same(before[key], after[key]))

const same = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)
