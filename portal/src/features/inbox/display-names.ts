import type { Tone } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import type { Message } from './queries.ts'

/** Placeholders for messages without text. */
const MEDIA_LABELS: Readonly<Record<string, string>> = {
  image: t('Image'),
  video: t('Video'),
  audio: t('Voice message'),
  document: t('Document'),
  sticker: t('Sticker'),
  location: t('Location'),
  contacts: t('Contact card'),
  reaction: t('Reaction'),
  order: t('Order'),
  template: t('Template message'),
}
export const mediaLabel = (type: string) => MEDIA_LABELS[type] ?? t('Unsupported message')

export const KIND_LABELS: Readonly<Record<Message['kind'], string>> = {
  INBOUND: t('Received'),
  REPLY: t('Your reply'),
  AUTO_REPLY: t('Auto-reply'),
  CAMPAIGN: t('Campaign'),
  TEST: t('Template test'),
}

type State = Pick<Message, 'status' | 'waitsForMoney' | 'readAt'>

/** The delivery status of an outgoing message; undefined for a received one. */
export function deliveryStatus({ status, waitsForMoney, readAt }: State): { name: string; tone: Tone } | undefined {
  if (waitsForMoney) return { name: t('Awaiting funds'), tone: 'pending' }
  switch (status) {
    case null:
      return undefined
    case 'DELIVERED':
      return readAt ? { name: t('Read'), tone: 'success' } : { name: t('Delivered'), tone: 'success' }
    case 'SENT':
      return { name: t('Sent'), tone: 'neutral' }
    case 'FAILED':
      return { name: t('Failed'), tone: 'error' }
    case 'CANCELLED':
      return { name: t('Cancelled'), tone: 'neutral' }
    case 'UNKNOWN':
      return { name: t('Unconfirmed'), tone: 'pending' }
    default:
      return { name: t('Sending'), tone: 'pending' }
  }
}
