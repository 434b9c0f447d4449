import type { Tone } from '../../components/values/status-dot.tsx'
import type { Message } from './queries.ts'

/** Placeholders for messages without text. */
const MEDIA_LABELS: Readonly<Record<string, string>> = {
  image: 'Image',
  video: 'Video',
  audio: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  location: 'Location',
  contacts: 'Contact card',
  reaction: 'Reaction',
  order: 'Order',
  template: 'Template message',
}
export const mediaLabel = (type: string) => MEDIA_LABELS[type] ?? 'Unsupported message'

export const KIND_LABELS: Readonly<Record<Message['kind'], string>> = {
  INBOUND: 'Received',
  REPLY: 'Your reply',
  AUTO_REPLY: 'Auto-reply',
  CAMPAIGN: 'Campaign',
  TEST: 'Template test',
}

type State = Pick<Message, 'status' | 'waitsForMoney' | 'readAt'>

/** The delivery status of an outgoing message; undefined for a received one. */
export function deliveryStatus({ status, waitsForMoney, readAt }: State): { name: string; tone: Tone } | undefined {
  if (waitsForMoney) return { name: 'Awaiting funds', tone: 'pending' }
  switch (status) {
    case null:
      return undefined
    case 'DELIVERED':
      return readAt ? { name: 'Read', tone: 'success' } : { name: 'Delivered', tone: 'success' }
    case 'SENT':
      return { name: 'Sent', tone: 'neutral' }
    case 'FAILED':
      return { name: 'Failed', tone: 'error' }
    case 'CANCELLED':
      return { name: 'Cancelled', tone: 'neutral' }
    case 'UNKNOWN':
      return { name: 'Unconfirmed', tone: 'pending' }
    default:
      return { name: 'Sending', tone: 'pending' }
  }
}
