/**
 * Applies a status update to a message. Status updates arrive in any order, repeatedly, late or not at all; in every
 * order the message ends in the same state and is charged and refunded at most once.
 *
 *   QUEUED → SENDING → SENT → DELIVERED | FAILED        UNKNOWN: not known whether the provider accepted it
 *
 * `read` implies delivered. Of delivered and failed the first one stands; the other is recorded as a discrepancy and
 * moves no money. A message that is presumed failed (`isPresumed`) has no final status of the provider yet: the first
 * one replaces the presumed status, and moves no money either.
 */
export const MESSAGE_STATUSES = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'CANCELLED'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]
export type SettledAs = 'CAPTURED' | 'REFUNDED'
export type CallbackStatus = 'sent' | 'delivered' | 'read' | 'failed'

export interface MessageState {
  status: MessageStatus
  settledAs: SettledAs | null
  isRead: boolean
  /** Whether it is included in the cycle's conversation count. */
  isCounted: boolean
  /** FAILED because its outcome is unknown, not because the provider reported it. */
  isPresumed: boolean
}

/** Money moves when `settledAs` changes, and the cycle's count when `isCounted` does. */
interface Settlement {
  next: MessageState
  isDiscrepancy: boolean
}

export function settle(message: MessageState, callback: CallbackStatus): Settlement {
  if (isFinal(message)) return unchanged(message, callback !== 'sent' && callback !== 'failed')
  return callback === 'failed' ? fail(message) : confirm(message, callback)
}

function confirm(message: MessageState, callback: Exclude<CallbackStatus, 'failed'>): Settlement {
  const isDelivery = callback !== 'sent'
  const isRead = message.isRead || callback === 'read'
  // It has been refunded already and stays so; an unpaid delivery is recorded.
  if (message.settledAs === 'REFUNDED') {
    const next = isDelivery ? { ...message, status: 'DELIVERED' as const, isPresumed: false, isRead } : { ...message }
    return { next, isDiscrepancy: isDelivery }
  }
  const status = isDelivery || message.status === 'DELIVERED' ? 'DELIVERED' : 'SENT'
  return {
    next: { ...message, status, settledAs: 'CAPTURED', isRead, isCounted: true },
    isDiscrepancy: false,
  }
}

function fail(message: MessageState): Settlement {
  if (message.status === 'DELIVERED') return unchanged(message, true)
  return {
    next: { ...message, status: 'FAILED', settledAs: 'REFUNDED', isCounted: false, isPresumed: false },
    isDiscrepancy: false,
  }
}

/** It never left, or the provider reported that it failed. */
const isFinal = ({ status, isPresumed }: MessageState) => status === 'CANCELLED' || (status === 'FAILED' && !isPresumed)

const unchanged = (message: MessageState, isDiscrepancy: boolean): Settlement => ({ next: message, isDiscrepancy })
