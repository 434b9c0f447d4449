import type { Tone } from '../../components/status-dot.tsx'
import type { Message } from './queries.ts'

/** What came that has no words of its own. */
const THINGS: Readonly<Record<string, string>> = {
  image: 'A picture',
  video: 'A video',
  audio: 'A voice message',
  document: 'A document',
  sticker: 'A sticker',
  location: 'A place',
  contacts: 'A contact card',
  reaction: 'A reaction',
  order: 'An order',
  template: 'A message from a template',
}
export const thingOf = (type: string) => THINGS[type] ?? 'Something that cannot be shown here'

export const WRITERS: Readonly<Record<Message['kind'], string>> = {
  INBOUND: 'They wrote',
  REPLY: 'Your reply',
  AUTO_REPLY: 'Automatic answer',
  CAMPAIGN: 'Campaign',
  TEST: 'Test of a template',
}

type State = Pick<Message, 'status' | 'waitsForMoney' | 'readAt'>

/** How far one of ours has come; undefined for what they wrote. */
export function progressOf({ status, waitsForMoney, readAt }: State): { name: string; tone: Tone } | undefined {
  if (waitsForMoney) return { name: 'Waits for money in the wallet', tone: 'wait' }
  switch (status) {
    case null:
      return undefined
    case 'DELIVERED':
      return readAt ? { name: 'Read', tone: 'good' } : { name: 'Delivered', tone: 'good' }
    case 'SENT':
      return { name: 'Sent', tone: 'calm' }
    case 'FAILED':
      return { name: 'Not delivered', tone: 'wrong' }
    case 'CANCELLED':
      return { name: 'Cancelled', tone: 'calm' }
    case 'UNKNOWN':
      return { name: 'Nobody knows yet', tone: 'wait' }
    default:
      return { name: 'On its way', tone: 'wait' }
  }
}
