/**
 * What a callback does to a message. Callbacks come in any order, twice, late or not at all; whatever the order, the
 * message ends in the same state and its money moves at most once each way.
 *
 *   QUEUED → SENDING → SENT → DELIVERED | FAILED        UNKNOWN: nobody knows yet whether the provider took it
 *
 * `read` implies delivered. Of delivered and failed the first one stands; the other is noted as a conflict and moves no
 * money. A message that we gave up ourselves (`isPresumed`) has no verdict of the provider's yet: the first one replaces
 * ours, and moves no money either.
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
  /** FAILED because nobody knew its outcome, not because the provider said so. */
  isPresumed: boolean
}

/** What happens to money and count: nothing, the first charge, or its return. */
export interface Settlement {
  next: MessageState
  money: 'CAPTURE' | 'REFUND' | 'REFUND_CAPTURED' | null
  count: 1 | 0 | -1
  isConflict: boolean
}

export function settle(message: MessageState, callback: CallbackStatus): Settlement {
  if (hasVerdict(message)) return unchanged(message, callback !== 'sent' && callback !== 'failed')
  return callback === 'failed' ? fail(message) : confirm(message, callback)
}

function confirm(message: MessageState, callback: Exclude<CallbackStatus, 'failed'>): Settlement {
  const isDelivery = callback !== 'sent'
  const isRead = message.isRead || callback === 'read'
  // Its money is back already: it stays so, and a delivery nobody paid for is noted.
  if (message.settledAs === 'REFUNDED') {
    const next = isDelivery ? { ...message, status: 'DELIVERED' as const, isPresumed: false, isRead } : { ...message }
    return { next, money: null, count: 0, isConflict: isDelivery }
  }
  const status = isDelivery || message.status === 'DELIVERED' ? 'DELIVERED' : 'SENT'
  return {
    next: { ...message, status, settledAs: 'CAPTURED', isRead, isCounted: true },
    money: message.settledAs === null ? 'CAPTURE' : null,
    count: message.isCounted ? 0 : 1,
    isConflict: false,
  }
}

function fail(message: MessageState): Settlement {
  if (message.status === 'DELIVERED') return unchanged(message, true)
  return {
    next: { ...message, status: 'FAILED', settledAs: 'REFUNDED', isCounted: false, isPresumed: false },
    money: moneyBack(message),
    count: message.isCounted ? -1 : 0,
    isConflict: false,
  }
}

const moneyBack = ({ settledAs }: MessageState) =>
  settledAs === 'REFUNDED' ? null : settledAs === 'CAPTURED' ? 'REFUND_CAPTURED' : 'REFUND'

/** It never left, or the provider said that it failed. */
const hasVerdict = ({ status, isPresumed }: MessageState) =>
  status === 'CANCELLED' || (status === 'FAILED' && !isPresumed)

const unchanged = (message: MessageState, isConflict: boolean): Settlement => ({
  next: message,
  money: null,
  count: 0,
  isConflict,
})
