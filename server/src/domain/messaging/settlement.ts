/**
 * What a callback does to a message. Callbacks come in any order, twice, or not at all; whatever the order, the message
 * ends in the same state and its money moves at most once each way.
 *
 *   QUEUED → SENDING → SENT → DELIVERED | FAILED        UNKNOWN: nobody knows yet whether the provider took it
 *
 * `read` implies delivered. Of delivered and failed the first one stands; the other is noted as a conflict and moves no
 * money.
 */
export const MESSAGE_STATUSES = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'CANCELLED'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]
export type SettledAs = 'CAPTURED' | 'REFUNDED'
export type CallbackStatus = 'sent' | 'delivered' | 'read' | 'failed'

export interface MessageState {
  status: MessageStatus
  settledAs: SettledAs | null
  isRead: boolean
  /** Whether it is counted in the conversations of the cycle. */
  isCounted: boolean
}

/** What happens to money and count: nothing, the first charge, or its return. */
export interface Settlement {
  next: MessageState
  money: 'CAPTURE' | 'REFUND' | 'REFUND_CAPTURED' | null
  count: 1 | 0 | -1
  isConflict: boolean
}

export function settle(message: MessageState, callback: CallbackStatus): Settlement {
  return callback === 'failed' ? fail(message) : confirm(message, callback)
}

function confirm(message: MessageState, callback: Exclude<CallbackStatus, 'failed'>): Settlement {
  if (isClosed(message)) return unchanged(message, callback !== 'sent')
  const status = callback === 'sent' ? later(message.status, 'SENT') : 'DELIVERED'
  const next: MessageState = {
    status,
    settledAs: 'CAPTURED',
    isRead: message.isRead || callback === 'read',
    isCounted: true,
  }
  return {
    next,
    money: message.settledAs === null ? 'CAPTURE' : null,
    count: message.isCounted ? 0 : 1,
    isConflict: false,
  }
}

function fail(message: MessageState): Settlement {
  if (isClosed(message)) return unchanged(message, false)
  if (message.status === 'DELIVERED') return unchanged(message, true)
  return {
    next: { ...message, status: 'FAILED', settledAs: 'REFUNDED', isCounted: false },
    money: message.settledAs === 'CAPTURED' ? 'REFUND_CAPTURED' : 'REFUND',
    count: message.isCounted ? -1 : 0,
    isConflict: false,
  }
}

/** Given back already: what comes now moves no money any more. */
const isClosed = ({ status, settledAs }: MessageState) =>
  status === 'FAILED' || status === 'CANCELLED' || settledAs === 'REFUNDED'

const unchanged = (message: MessageState, isConflict: boolean): Settlement => ({
  next: message,
  money: null,
  count: 0,
  isConflict,
})

const later = (now: MessageStatus, then: 'SENT'): MessageStatus => (now === 'DELIVERED' ? now : then)
