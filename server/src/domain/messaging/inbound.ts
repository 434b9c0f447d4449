import { HOUR_MS } from '../durations.ts'
import { CONVERSATION_WINDOW_HOURS } from '../limits.ts'

/** What somebody wrote, whatever the kind of message, as people read it. It is encrypted as one. */
export interface InboundContent {
  /** Of text and buttons the words, of media the caption, of everything else what can be said in words. May be empty. */
  text: string
  media?: { mimeType: string; filename: string | null } | undefined
  location?: { latitude: number; longitude: number } | undefined
  /** What a button stands for, as its sender wrote it. */
  payload?: string | undefined
}

/** Kinds whose text a person chose: they can be a keyword. */
const WORDS = ['text', 'button', 'interactive']
export const isWords = (type: string) => WORDS.includes(type)

/** The provider's own announcements come as messages, too; nobody wrote them. */
export const isFromPerson = (type: string) => type !== 'system'

/** Until when one may answer freely. */
export const windowClosesAt = (lastInboundAt: Date) =>
  new Date(lastInboundAt.getTime() + CONVERSATION_WINDOW_HOURS * HOUR_MS)
export const isWindowOpen = (lastInboundAt: Date, now: Date) => now < windowClosesAt(lastInboundAt)
