import { HOUR_MS } from '../../durations.ts'
import { CONVERSATION_WINDOW_HOURS } from '../../limits.ts'

/** The readable content of an inbound message of any kind. It is encrypted as a whole. */
export interface InboundContent {
  /** The text of text messages and buttons, the caption of media, otherwise a description. May be empty. */
  text: string
  media?: { mimeType: string; filename: string | null } | undefined
  location?: { latitude: number; longitude: number } | undefined
  /** The button's payload, as its sender defined it. */
  payload?: string | undefined
  /** The sender's number, for messages that no vendor matches: they have no contact. */
  from?: string | undefined
}

/** Kinds whose text was chosen by the person, so that it can be a keyword. */
const WORDS = ['text', 'button', 'interactive']
export const isText = (type: string) => WORDS.includes(type)

/** The provider's own announcements also arrive as messages. */
export const isFromPerson = (type: string) => type !== 'system'

/** Until when free-form replies are allowed. */
export const windowClosesAt = (lastInboundAt: Date) =>
  new Date(lastInboundAt.getTime() + CONVERSATION_WINDOW_HOURS * HOUR_MS)
export const isWindowOpen = (lastInboundAt: Date, now: Date) => now < windowClosesAt(lastInboundAt)

interface QueuedReply {
  isAutomatic: boolean
  createdAt: Date
  lastInboundAt: Date | undefined
}

/**
 * Whether a queued reply is too late to be sent. An auto-reply is also too late when the message that it answers is that
 * old, although a newer message has opened the window again.
 */
export const isReplyExpired = ({ isAutomatic, createdAt, lastInboundAt = createdAt }: QueuedReply, now: Date) =>
  !isWindowOpen(lastInboundAt, now) || (isAutomatic && !isWindowOpen(createdAt, now))
